// A reminder falls due while no server runs and two start at once: it is sent once, also after a kill.
import type { AddressInfo } from 'node:net'
import { choose } from '@parkit/contract/messaging/notices'
import { start } from '@parkit/contract/parking/sessions'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTextService } from '../../server/src/messaging/notices/testing.ts'
import { type Database, openDatabase } from '../../server/src/platform/db.ts'
import { type EmbeddedPostgres, startPostgres } from '../../server/src/platform/postgres.ts'
import { registerDriver, require } from '../api.ts'
import { findLot } from '../places.ts'
import { newDataDir, type Server, startServer } from '../server.ts'

const { dataDir, remove } = newDataDir()
let postgres: EmbeddedPostgres
let db: Database
let texts: Awaited<ReturnType<typeof startTextService>>
const mail = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
let servers: Server[] = []
const up = async (count: number, env: Record<string, string> = {}) => {
  const all = { DATABASE_URL: postgres.connectionString, DATA_DIR: dataDir, ...env }
  servers = await Promise.all(Array.from({ length: count }, () => startServer(all)))
  return servers[0]!.address
}
/** Text messages are real only beside real mail and cards. */
const real = () => ({
  ...texts.env,
  SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
  MAIL_FROM: 'parkit@parkit.example',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const down = async (signal: 'SIGTERM' | 'SIGKILL') => {
  for (const server of servers.splice(0)) await server.end(signal)
}
beforeAll(async () => {
  postgres = await startPostgres({ dataDir })
  db = openDatabase({ connectionString: postgres.connectionString, poolSize: 1, log: () => {} })
  texts = await startTextService()
  await new Promise<void>(resolve => {
    mail.listen(0, '127.0.0.1', resolve)
  })
}, 120_000)
afterAll(async () => {
  await down('SIGTERM')
  await db?.close()
  await texts?.stop()
  await new Promise<void>(resolve => {
    mail.close(resolve)
  })
  await postgres?.stop()
  remove()
})

/** two servers come up on a busy machine */
const patient = { timeout: 40_000 }

/** As if so many minutes had gone by with nobody there: the session and all that is planned for it lie so much further back. */
const pass = (sessionId: string, minutes: number) =>
  db.transaction(async tx => {
    const back = [sessionId, `${minutes} minutes`]
    await tx.query(`update job set run_at = run_at - $2::interval where ref = $1 and kind not like 'notice%'`, back)
    await tx.query('update session_key set started_at = started_at - $2::interval where session_id = $1', back)
    await tx.query(
      'update parking_right set starts_at = starts_at - $2::interval, ends_at = ends_at - $2::interval where ref = $1',
      back,
    )
    await tx.query(
      'update step set at = at - $2::interval, started_at = started_at - $2::interval where session_id = $1',
      back,
    )
    // this plans the reminders anew
    await tx.query(
      'update session set started_at = started_at - $2::interval, ends_at = ends_at - $2::interval where session_id = $1',
      back,
    )
  })

/** Texts and e-mails that are not noted as sent. */
const waiting = async () =>
  (await db.pool.query(`select count(*)::integer as count from job where kind = 'message'`)).rows[0].count

test('a reminder that fell due while all servers were down is sent once', async () => {
  const address = await up(1)
  const driver = await registerDriver(address, 50)
  const as = { token: driver.token }
  for (const Kind of ['ends15', 'ends5', 'ended'] as const)
    await require(address, choose, { body: { Kind, Channel: 'sms', On: true } }, as)
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' as const }
  const { SessionId } = await require(address, start, { body }, as)
  await down('SIGKILL')

  await pass(SessionId, 50)
  await up(2, real())
  // the code of the registration may come late too
  const said = () => texts.texts.map(text => text.body).filter(body => body.includes('our parking'))
  await expect.poll(said, patient).toEqual([expect.stringMatching(/^ParkIt: \d+ min left at .+ ends at /)])

  // one that is killed between a text and the note of it sends it once more
  await expect.poll(waiting, patient).toBe(0)
  await down('SIGKILL')
  await pass(SessionId, 11)
  await up(2, real())
  // its arrival shows that both were at work again: nothing of before came with it
  await expect.poll(said, patient).toEqual([expect.stringMatching(/ends at/), expect.stringMatching(/ended at/)])
  const left = async () =>
    (await db.pool.query(`select kind from job where ref = $1 or kind = 'message'`, [SessionId])).rows
  await expect.poll(left, patient).toEqual([])
  expect(said()).toHaveLength(2)
})
