// Offline attempts over HTTP: stored once, updated until they are final, visible to their driver only, exported and erased with the account.
import { randomUUID } from 'node:crypto'
import * as contract from '@parkit/contract/parking/attempts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { zones } from '#parking/sessions/testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)
beforeEach(() => parkit.clock.set(noon))

const someone = () => parkit.driver({ dollars: 0, vehicle: false })
const tried = {
  Kind: 'start',
  TriedAt: '2026-04-14T16:42:00Z',
  ZoneNumber: zones.street,
  PlateNumber: 'ASH 177',
  PlateState: 'Illinois',
  Minutes: 60,
  Agreed: 3.3,
  Lost: 1,
  Outcome: 'waiting',
} as const
const tell = (token: string, id: string, body: object = {}) =>
  parkit.call(contract.tellAttempt, { params: { id }, body: { ...tried, ...body } as never }, { token })
const list = async (token: string) => (await parkit.call(contract.attempts, {}, { token })).body.Items

test('is stored with both times, and its outcome is added once', async () => {
  const { token } = await someone()
  const id = randomUUID()
  const first = await tell(token, id)
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({ AttemptId: id, ...tried, ReceivedAt: noon.toString() })
  expect(first.body.TimeZone).toBe('America/Chicago')

  parkit.clock.set(noon.add({ minutes: 3 }))
  const position = { Latitude: 41.88213, Longitude: -87.62781, AccuracyMetres: 12 }
  const answer = { Outcome: 'no', AnsweredAt: '2026-04-14T17:02:00Z', Refusal: 'zone_closed', Lost: 4, ...position }
  // what was tried cannot be told otherwise later
  const second = await tell(token, id, { ...answer, TriedAt: '2026-04-14T10:00:00Z', Agreed: 9, PlateNumber: 'OTHER' })
  const after = { ...first.body, ...answer }
  expect(second.body).toEqual(after)

  const third = await tell(token, id, { Outcome: 'yes', Latitude: 1 })
  expect([third.body, await list(token)]).toEqual([after, [after]])
})

test('newest first', async () => {
  const { token } = await someone()
  for (const minute of ['10', '30', '20']) await tell(token, randomUUID(), { TriedAt: `2026-04-14T16:${minute}:00Z` })
  expect((await list(token)).map(({ TriedAt }) => TriedAt.slice(14, 16))).toEqual(['30', '20', '10'])
})

test('belongs to one driver only', async () => {
  const [owner, other] = [await someone(), await someone()]
  const id = randomUUID()
  await tell(owner.token, id)
  const stolen = await tell(other.token, id, { Outcome: 'no' })
  expect([stolen.status, await list(other.token)]).toEqual([404, []])
  expect((await list(owner.token))[0]?.Outcome).toBe('waiting')
})

test('an unknown place is refused', async () => {
  const { token } = await someone()
  expect((await tell(token, randomUUID(), { ZoneNumber: '9999' })).error.Code).toBe('unknown_zone')
})
