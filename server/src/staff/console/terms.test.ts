// A city's new terms with a second person: a fee of a live city is set by nobody alone.
import { city as cityCall } from '@parkit/contract/city/cities'
import * as team from '@parkit/contract/staff/console-team'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import { type CityRow, CityTerms, findCity } from '#city/cities/cities.ts'
import { type Actor, setTerms } from '#city/team/team.ts'
import { scopedTo } from '#platform/city-scope.ts'
import { asOwner } from '#platform/testing.ts'
import { memberToken } from './testing.ts'

const parkit = await startTestServer()
afterAll(parkit.stop)
let city: CityRow
let ana: Actor
const tokens = { ana: '', ben: '' }
beforeAll(async () => {
  tokens.ana = await memberToken(parkit, 'test', 'Ana', ['rates'])
  tokens.ben = await memberToken(parkit, 'test', 'Ben', ['rates'])
  city = (await findCity(parkit.db.pool, 'test'))!
  const [row] = await asOwner<{ staff_id: string }>(
    parkit.db.connectionString,
    `select staff_id from staff where email = 'ana@city.example'`,
  )
  ana = { staffId: row!.staff_id, name: 'Ana' }
})

const from = noon.add({ minutes: 10 })
const set = (serviceFeeCents: number, actor: Actor = ana) =>
  scopedTo(parkit.db, city.id).transaction(tx =>
    setTerms(tx, city, { terms: CityTerms.parse({ serviceFeeCents }), from }, actor, parkit.clock.now()),
  )
const approve = (id: string, token: string) =>
  parkit.call(team.approveCityProposal, { params: { city: 'test', id } }, { token })
const fee = async () => (await parkit.call(cityCall, { params: { city: 'test' } })).body.Terms.ServiceFee

test('new terms of a live city wait for somebody else, and hold from their instant', async () => {
  const id = (await set(50))!
  expect(await set(50)).toBe(id)
  const other = (await set(75))!
  expect(other).not.toBe(id)
  expect((await approve(id, tokens.ana)).error.Code).toBe('own_proposal')
  expect((await approve(id, tokens.ben)).status).toBe(200)
  // it was proposed beside the terms before
  expect((await approve(other, tokens.ben)).error.Code).toBe('changed_meanwhile')
  expect(await fee()).toBe(0.35)
  parkit.clock.set(from)
  expect(await fee()).toBe(0.5)
  parkit.clock.set(noon)
})

test('a command that names nobody of the city, and an approval that comes too late, set nothing', async () => {
  await expect(set(90, { command: 'root' })).rejects.toMatchObject({ code: 'role_missing' })
  const id = (await set(90))!
  parkit.clock.set(from.subtract({ seconds: 30 }))
  expect((await approve(id, tokens.ben)).error.Code).toBe('proposal_over')
  parkit.clock.set(noon)
})

test('in setup one person is enough', async () => {
  await asOwner(parkit.db.connectionString, `update city set state = 'setup' where code = 'test'`)
  expect(await set(60, { command: 'root' })).toBeNull()
  parkit.clock.set(from)
  expect(await fee()).toBe(0.6)
})
