// The bank test on a pair of databases in small, and what happens while the standby is gone: as the policy says.
import { details } from '@parkit/contract/driver/account'
import { addMoney } from '@parkit/contract/money/wallet'
import { expect, onTestFinished, test } from 'vitest'
import { call, registerDriver, require } from '../../api.ts'
import { createProber, longestGap, openReplicaWorld } from './environment.ts'
import { runReplicaBank } from './replica-bank.ts'

const minutes = 60_000
/** Without Debian's PgBouncer, and without disks that only root can mount; the limit of 10 s is `npm run bank -- replica`'s, alone on a machine. */
const plain = { withPgBouncer: false, withDisks: false, mostGapMs: 60_000 }

test('the primary is killed and frozen under load: no acknowledged write is lost or doubled, and writing goes on', {
  timeout: 10 * minutes,
}, async () => {
  const size = { seed: 5, operations: 300, clients: 12, strangers: 0, serverKills: 0, databaseKills: 2, faults: 0 }
  const { wrong, writes, measured } = await runReplicaBank(size, { ...plain, policy: 'continue', servers: 2 })
  expect(wrong).toEqual([])
  expect(writes.ok).toBeGreaterThan(80)
  expect(measured.failovers).toBe(2)
})

test('with the standby frozen: by “wait” a payment is refused for now and then done once, by “continue” writing goes on', {
  timeout: 5 * minutes,
}, async () => {
  const { world, pair } = await openReplicaWorld({ ...plain, policy: 'wait', servers: 1 })
  onTestFinished(world.close, minutes)
  const isWhole = () => expect.poll(pair.isWhole, { timeout: minutes }).toBe(true)
  const expectStandbys = async (count: number) => {
    const read = async () => {
      const text = await (await fetch(new URL('/metrics', world.server().address))).text()
      return Number(/^parkit_database_standbys (\d+)$/m.exec(text)?.[1])
    }
    await expect.poll(read, { timeout: minutes }).toBe(count)
  }
  await isWhole()
  await expectStandbys(1)

  const { token } = await registerDriver(world.proxy.address, 20)
  const pay = (key = 'while-the-standby-is-gone') =>
    call(world.proxy.address, addMoney, { body: { Amount: 7 } }, { token, key })
  /** connections of PostgreSQL whose commit waits for the standby */
  const countWaiting = async (): Promise<number> => {
    const client = await pair.primary().connect({ query_timeout: minutes })
    const { rows } = await client.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
    await client.end()
    return rows.length
  }
  pair.standby().signal('SIGSTOP')
  await expectStandbys(0)
  expect(await pay()).toMatchObject({ status: 503, body: { Code: 'unavailable' } })
  let tries = 0
  const addedByTry = async () => {
    const before = await countWaiting()
    expect(await pay(`try ${tries++}`)).toMatchObject({ status: 503 })
    return (await countWaiting()) - before
  }
  await expect.poll(addedByTry, { timeout: minutes }).toBe(0)
  expect(await require(world.proxy.address, details, {}, { token })).toMatchObject({ Balance: 20 })
  await pair.restartStandby()
  await expect.poll(async () => (await pay()).ok, { timeout: minutes }).toBe(true)
  expect((await pay()).body).toMatchObject({ Balance: 27 })

  const prober = await createProber(world)
  await isWhole()
  pair.follow('continue')
  const changes = await prober.changesDuring(async () => {
    pair.standby().signal('SIGSTOP')
    await expectStandbys(0)
    await expect.poll(prober.isAcknowledged, { timeout: minutes }).toBe(true)
    await pair.restartStandby()
    await isWhole()
    await expectStandbys(1)
  })
  expect(longestGap(changes)).toBeLessThan(plain.mostGapMs)
})
