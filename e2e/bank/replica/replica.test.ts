// The bank test on a pair of databases in small, and what happens while the standby is gone: as the policy says.
import { addMoney } from '@parkit/contract/money/wallet'
import { afterEach, expect, test } from 'vitest'
import { call, registerDriver } from '../../api.ts'
import { createProber, longestGap, openReplicaWorld } from './environment.ts'
import type { Policy } from './pair.ts'
import { runReplicaBank } from './replica-bank.ts'

const minutes = 60_000
/** Without Debian's PgBouncer, and without disks that only root can mount; the limit of 10 s is `npm run bank -- replica`'s, alone on a machine. */
const plain = { withPgBouncer: false, withDisks: false, mostGapMs: 60_000 }

test('the primary is killed and frozen under load: no acknowledged write is lost or doubled, and writing goes on', {
  timeout: 10 * minutes,
}, async () => {
  const size = { seed: 5, operations: 300, clients: 20, strangers: 1, serverKills: 0, databaseKills: 2, faults: 0 }
  const { wrong, writes, measured } = await runReplicaBank(size, { ...plain, policy: 'continue', servers: 3 })
  expect(wrong).toEqual([])
  expect(writes.ok).toBeGreaterThan(80)
  expect(measured.failovers).toBe(2)
})

let closing = async () => {}
afterEach(() => closing(), 60_000)

const openWith = async (policy: Policy) => {
  const replica = await openReplicaWorld({ ...plain, policy, servers: 1 })
  const { world, pair } = replica
  closing = world.close
  await expect.poll(pair.isWhole, { timeout: minutes }).toBe(true)
  const standbys = async () => {
    const text = await (await fetch(new URL('/metrics', world.server().address))).text()
    return Number(/^parkit_database_standbys (\d+)$/m.exec(text)?.[1])
  }
  expect(await standbys()).toBe(1)
  return { ...replica, standbys }
}

test('policy “continue”: with the standby frozen, writing goes on within seconds and the metric says so', {
  timeout: 3 * minutes,
}, async () => {
  const { world, pair, standbys } = await openWith('continue')
  const prober = await createProber(world)
  const changes = await prober.changesDuring(async () => {
    pair.standby().signal('SIGSTOP')
    await expect.poll(standbys, { timeout: minutes }).toBe(0)
    await expect.poll(prober.isAcknowledged, { timeout: minutes }).toBe(true)
    await pair.restartStandby()
    await expect.poll(pair.isWhole, { timeout: minutes }).toBe(true)
    expect(await standbys()).toBe(1)
  })
  expect(longestGap(changes)).toBeLessThan(plain.mostGapMs)
})

test('policy “wait”: with the standby frozen no payment is acknowledged, and once it is back the same key pays once', {
  timeout: 3 * minutes,
}, async () => {
  const { world, pair, standbys } = await openWith('wait')
  const { token } = await registerDriver(world.proxy.address, 20)
  const pay = (patienceMs: number) =>
    call(
      world.proxy.address,
      addMoney,
      { body: { Amount: 7 } },
      {
        token,
        key: 'while-the-standby-is-gone',
        signal: AbortSignal.timeout(patienceMs),
      },
    )
  pair.standby().signal('SIGSTOP')
  await expect.poll(standbys, { timeout: minutes }).toBe(0)
  await expect(pay(6_000)).rejects.toThrow('timeout')
  await pair.restartStandby()
  await expect.poll(async () => (await pay(30_000).catch(() => null))?.ok, { timeout: minutes }).toBe(true)
  const again = await pay(30_000)
  expect(again.ok && again.body).toMatchObject({ Balance: 27 })
})
