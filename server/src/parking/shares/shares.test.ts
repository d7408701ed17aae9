// Shared links over HTTP: what a stranger sees by one, until when, and that nobody guesses or keeps one.
import * as contract from '@parkit/contract/parking/shares'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { parkingCity, zones } from '#parking/sessions/testing.ts'

const parkit = await startTestServer({ city: parkingCity() })
afterAll(parkit.stop)
const { start, stop, extend } = parkingActions(parkit)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const calls = { share: contract.share, shared: contract.shared, endShare: contract.endShare }
const call = (which: keyof typeof calls, { token }: Pick<Driver, 'token'>, id: string) =>
  parkit.call(calls[which] as typeof contract.share, { params: { id } }, { token })
const codeOf = (url: string | null) => /\/until\/([0-9a-f]{52})$/.exec(url ?? '')![1]!
const open = (code: string) => parkit.call(contract.parkedUntil, { params: { code } })

const parked = async () => {
  const driver = await parkit.driver({ dollars: 50 })
  const { body } = await start(driver, { ZoneNumber: zones.garage, Minutes: 60 })
  const { body: shared } = await call('share', driver, body.SessionId)
  return { driver, session: body, code: codeOf(shared.Url) }
}

test('a stranger sees the place and the end, follows an extension, and nothing after a stop', async () => {
  const { driver, session, code } = await parked()
  const seen = { ZoneNumber: zones.garage, Name: session.Name, Address: session.Address, TimeZone: 'America/Chicago' }
  expect((await open(code)).body).toEqual({ ...seen, EndsAt: session.EndsAt })
  const { body: longer } = await extend(driver, session.SessionId, 30)
  expect((await open(code)).body).toEqual({ ...seen, EndsAt: longer.EndsAt })
  await stop(driver, session.SessionId)
  expect((await open(code)).error.Code).toBe('share_ended')
  expect((await call('share', driver, session.SessionId)).error.Code).toBe('session_ended')
})

test('it ends with the time, before any job has ended the session', async () => {
  const { code } = await parked()
  parkit.clock.advance({ minutes: 59, seconds: 59 })
  expect((await open(code)).status).toBe(200)
  parkit.clock.advance({ seconds: 1 })
  expect((await open(code)).error).toMatchObject({ Code: 'share_ended' })
})

test('there is one link until the driver ends it; the next one is another', async () => {
  const { driver, session, code } = await parked()
  const both = await Promise.all([1, 2].map(() => call('share', driver, session.SessionId)))
  const known = [...both, await call('shared', driver, session.SessionId)]
  expect(known.map(({ body }) => codeOf(body.Url))).toEqual([code, code, code])
  expect((await call('endShare', driver, session.SessionId)).body).toEqual({ Url: null })
  expect((await call('shared', driver, session.SessionId)).body).toEqual({ Url: null })
  expect((await open(code)).status).toBe(404)
  const again = codeOf((await call('share', driver, session.SessionId)).body.Url)
  expect([again === code, (await open(again)).status]).toEqual([false, 200])
})

test('another driver can’t share, read, or end it', async () => {
  const { session, code } = await parked()
  const other = await parkit.driver({ dollars: 0 })
  for (const which of ['share', 'shared', 'endShare'] as const)
    expect((await call(which, other, session.SessionId)).error.Code).toBe('not_found')
  expect((await open(code)).status).toBe(200)
})

test('a code that is changed, cut, or made up shows nothing', async () => {
  const { code } = await parked()
  const flipped = (at: number) => code.slice(0, at) + (code[at] === '0' ? '1' : '0') + code.slice(at + 1)
  for (const wrong of [flipped(0), flipped(31), flipped(32), flipped(51), code.slice(0, 32), `${code}0`, 'x'])
    expect((await open(wrong)).error.Code, wrong).toBe('share_ended')
})

test('neither page nor answer is indexed, kept, or told to other sites', async () => {
  const { code } = await parked()
  for (const url of [`/until/${code}`, contract.parkedUntil.path.replace(':code', code)]) {
    const { headers } = await parkit.app.inject(url)
    expect(headers).toMatchObject({
      'x-robots-tag': expect.stringContaining('noindex'),
      'referrer-policy': 'no-referrer',
    })
  }
  const { headers } = await parkit.app.inject('/homepage')
  expect([headers['x-robots-tag'], headers['referrer-policy']]).toEqual([undefined, 'same-origin'])
})
