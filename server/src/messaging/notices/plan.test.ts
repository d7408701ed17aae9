// Notices of a plan: by the chosen channels, in the driver's language; by SMS where the account has no e-mail.
import { settings } from '@parkit/contract/driver/account'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { enqueueNotice } from './notices.ts'
import { noticeActs } from './testing.ts'

const parkit = await startTestServer()
const acts = noticeActs(parkit)
afterAll(parkit.stop)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const someone = () => parkit.driver({ dollars: 0, vehicle: false })
/** Half past nine in the evening in Chicago, on the day before UTC's. */
const untilMs = Temporal.Instant.from('2026-05-15T02:30:00Z').epochMilliseconds
const tell = async ({ driverId }: Driver, news: 'renewed' | 'failed') => {
  const data = { news, priceCents: 999, untilMs }
  await enqueueNotice(parkit.db.pool, { driverId, kind: 'plan', data, at: parkit.clock.now() })
  await acts.settle()
}
const said = async (driver: Driver) =>
  (await acts.told(driver)).map(({ channel, body }) => [channel, body.split('\n')[0]])

test('by email until the driver chooses otherwise, with the price and the city’s date', async () => {
  const driver = await someone()
  await tell(driver, 'renewed')
  const renewed = 'We charged $9.99 to your card for Deluxe. It renews again on May 14, 2026. Cancel anytime in ParkIt.'
  expect(await said(driver)).toEqual([['mail', renewed]])
  await acts.choose(driver, 'plan', 'mail', false)
  await tell(driver, 'failed')
  expect(await said(driver)).toHaveLength(1)
  await acts.choose(driver, 'plan', 'sms')
  parkit.clock.advance({ minutes: 1 })
  await tell(driver, 'renewed')
  expect((await said(driver)).slice(1)).toEqual([['sms', renewed]])
})

test('in Spanish', async () => {
  const driver = await someone()
  const saved = await parkit.call(settings, { body: { Language: 'es' } }, { token: driver.token })
  expect(saved.body.Language).toBe('es')
  await tell(driver, 'failed')
  expect(await said(driver)).toEqual([
    ['mail', expect.stringMatching(/^No pudimos cobrar \$9\.99 .*hasta el 14 de may de 2026\./)],
  ])
})

test('in Hindi', async () => {
  const driver = await someone()
  await parkit.call(settings, { body: { Language: 'hi' } }, { token: driver.token })
  await tell(driver, 'failed')
  expect(await said(driver)).toEqual([['mail', expect.stringMatching(/\$9\.99 .*14 मई 2026 तक/)]])
})

test('an account without an email is notified by SMS', async () => {
  const driver = await someone()
  await parkit.db.pool.query(`update driver set email = null where driver_id = $1`, [driver.driverId])
  const { Kinds } = (await acts.settings(driver)).body
  expect(Kinds.find(({ Kind }) => Kind === 'plan')).toMatchObject({ Mail: true, Sms: true })
  await tell(driver, 'failed')
  const { rows } = await parkit.db.pool.query<{ channel: string; recipient: string }>(
    `select channel, recipient from sandbox_message join driver on phone = recipient
      where driver_id = $1 and body like '%Deluxe%'`,
    [driver.driverId],
  )
  expect(rows).toEqual([{ channel: 'sms', recipient: expect.stringMatching(/^\+1312/) }])
})
