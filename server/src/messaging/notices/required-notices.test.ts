// Required notices: sent whatever the driver chose, by e-mail or else SMS, while a kind that he turned off is not sent.
import { resetPassword, sendCode, token } from '@parkit/contract/driver/account'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { noticeChannels, noticeKinds } from '@parkit/contract/messaging/notices'
import { afterAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import type { Queryable } from '#platform/db.ts'
import { requiredKinds } from './channels.ts'
import { enqueueNotice } from './notices.ts'
import { noticeActs } from './testing.ts'

const parkit = await startTestServer()
const acts = noticeActs(parkit)
const { pool } = parkit.db
afterAll(parkit.stop)

type Driver = Awaited<ReturnType<typeof parkit.driver>>
const kinds = Object.keys(requiredKinds) as (keyof typeof requiredKinds)[]

/** A driver who turned every kind off on every channel. */
const silent = async () => {
  const driver = await parkit.driver({ dollars: 0, vehicle: false })
  for (const kind of noticeKinds) for (const channel of noticeChannels) await acts.choose(driver, kind, channel, false)
  return driver
}
const enqueueRequired = (tx: Queryable, { driverId }: Pick<Driver, 'driverId'>, kind: (typeof kinds)[number]) => {
  const at = parkit.clock.now()
  const text = (language: string, channel: string) => ({ subject: kind, body: `${kind} ${language} ${channel}` })
  return enqueueNotice(tx, { driverId, kind, text, at, until: at.add({ hours: 1 }) })
}
/** To the driver's phone or e-mail, which may have changed. */
const sent = async ({ driverId }: Driver) => {
  await acts.settle()
  const { rows } = await pool.query<{ text: string }>(
    `select channel || ' ' || sandbox_message.body as text from sandbox_message, driver
      where driver_id = $1 and recipient in (email, phone) and body !~ 'ParkIt code' order by body`,
    [driverId],
  )
  return rows.map(({ text }) => text)
}

test('a kind that the driver turned off is not sent', async () => {
  const driver = await silent()
  const { driverId } = driver
  const at = parkit.clock.now()
  await enqueueNotice(pool, { driverId, kind: 'topUp', data: { amountCents: 2000, balanceCents: 2500 }, at })
  await enqueueNotice(pool, { driverId, kind: 'refund', data: { amountCents: 300, to: 'card' }, at })
  await enqueueNotice(pool, { driverId, kind: 'plan', data: { news: 'failed', priceCents: 999, untilMs: 0 }, at })
  await enqueueNotice(pool, { driverId, kind: 'chat', data: { text: 'Hello' }, at })
  expect(await sent(driver)).toEqual([])
})

test('every required kind is sent anyway, by email only; security to every contact', async () => {
  const driver = await silent()
  for (const kind of kinds) await enqueueRequired(pool, driver, kind)
  expect((await sent(driver)).sort()).toEqual(
    [...kinds.map(kind => `mail ${kind} en mail`), 'sms security en sms'].sort(),
  )
})

test('a new password is reported to a driver who turned everything off', async () => {
  const driver = await silent()
  const challenge = await parkit.call(sendCode, { body: { Destination: driver.email } })
  const signedIn = await parkit.call(token, {
    body: { grant_type: 'otp', challenge_id: challenge.body.ChallengeId, code: challenge.body.SandboxCode! },
  })
  const reset = await parkit.call(
    resetPassword,
    { body: { NewPassword: 'another horse battery' } },
    { token: signedIn.body.access_token },
  )
  expect(reset.status).toBe(200)
  expect(await sent(driver)).toEqual([
    expect.stringContaining('mail Your password was changed'),
    expect.stringContaining('sms Your password was changed'),
  ])
})

test('by SMS for an account without email, in the driver’s language', async () => {
  const driver = await silent()
  await pool.query(`update driver set email = null, language = 'hi' where driver_id = $1`, [driver.driverId])
  await enqueueRequired(pool, driver, 'dispute')
  expect(await sent(driver)).toEqual(['sms dispute hi sms'])
})

test('not to a deleted account, nor when the cause is rolled back', async () => {
  const [deleted, driver] = [await silent(), await silent()]
  const { status } = await parkit.call(deleteAccount, { body: { Password: deleted.password } }, deleted)
  expect(status).toBe(200)
  await acts.settle()
  await enqueueRequired(pool, deleted, 'security')
  expect((await pool.query('select from outbox')).rowCount).toBe(0)
  const undone = parkit.db.transaction(async tx => {
    await enqueueRequired(tx, driver, 'security')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await sent(driver)).toEqual([])
})
