// Liveness, readiness and metrics, as a load balancer and Prometheus read them.
import { tmpdir } from 'node:os'
import * as wallet from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { leastFreeBytes } from '#platform/disk.ts'
import { createLog } from '#platform/log.ts'
import { asOwner } from '#platform/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

const ready = async ({ app }: Pick<TestServer, 'app'> = parkit) => {
  const answer = await app.inject('/readyz')
  return [answer.statusCode, answer.json().status]
}

/** The numbers by `name{labels}`. */
const numbers = async (headers: Record<string, string> = {}, { app }: Pick<TestServer, 'app'> = parkit) => {
  const answer = await app.inject({ url: '/metrics', headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = answer.body.split('\n').filter(line => line && !line.startsWith('#'))
  return new Map(
    lines.map(line => [line.replace(/ \S+$/, ''), Number(/ (\S+)$/.exec(line)![1]!.replace('+Inf', 'Infinity'))]),
  )
}

test('a server whose database lacks one of its migrations is alive but not ready', async () => {
  const second = await startTestServer()
  await asOwner(second.db.connectionString, `update migration set checksum = 'another' where number = 5`)
  expect(await ready(second)).toEqual([503, 'migrations missing'])
  expect((await second.app.inject('/healthz')).statusCode).toBe(200)
  await second.stop()
})

test('ready while the database answers, also after a newer version has migrated it', async () => {
  expect(await ready()).toEqual([200, 'ready'])
  await asOwner(parkit.db.connectionString, `insert into migration (number, name, checksum) values (9999, 'newer', '')`)
  expect(await ready()).toEqual([200, 'ready'])
})

test('not ready once the database is gone; metrics stay readable and report it', async () => {
  const second = await startTestServer()
  const reachable = await numbers({}, second)
  expect(reachable.get('parkit_database_up')).toBe(1)
  expect(reachable.get('parkit_change_lag_seconds')).toBeLessThan(2)
  const { pathname } = new URL(second.db.connectionString)
  await asOwner(parkit.db.connectionString, `alter database ${pathname.slice(1)} allow_connections false`)
  await asOwner(
    parkit.db.connectionString,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
  )
  expect(await ready(second)).toEqual([503, 'database unreachable'])
  const unreachable = await numbers({}, second)
  expect(unreachable.get('parkit_database_up')).toBe(0)
  for (const name of ['parkit_sessions_running', 'parkit_ledger_entries_total'])
    expect(unreachable.has(name)).toBe(false)
  await asOwner(parkit.db.connectionString, `alter database ${pathname.slice(1)} allow_connections true`)
  expect(await ready(second)).toEqual([200, 'ready'])
  await second.stop()
})

test('not ready, and calls are refused with 503 for a moment, while the address leads to a server that takes no writes', async () => {
  const second = await startTestServer()
  const { token } = await second.driver({})
  const { pathname } = new URL(second.db.connectionString)
  const set = (value: string) =>
    asOwner(
      parkit.db.connectionString,
      `alter database ${pathname.slice(1)} set default_transaction_read_only = ${value};
       select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
    )
  await set('on')
  await expect.poll(() => ready(second)).toEqual([503, 'database unreachable'])
  const answer = await second.app.inject({
    method: 'POST',
    url: wallet.addMoney.path,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'while-read-only' },
    body: { Amount: 5 },
  })
  expect([answer.statusCode, answer.json().Code]).toEqual([503, 'unavailable'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await set('off')
  await expect.poll(() => ready(second)).toEqual([200, 'ready'])
  await second.stop()
})

test('log and metrics say once that no standby confirms commits, and once that one does again', async () => {
  const lines: string[] = []
  const second = await startTestServer({ log: createLog('warn', line => lines.push(line)) })
  const said = () => lines.splice(0).flatMap(line => /(?:no|a) standby confirms commits[^"]*/.exec(line)?.[0] ?? [])
  /** What PostgreSQL says of its standbys, which a test database has not. */
  const standbys = async (required: boolean, confirming: number) => {
    await asOwner(
      second.db.connectionString,
      `create or replace function standbys(out required boolean, out confirming integer)
         language sql as 'select ${required}, ${confirming}'`,
    )
    for (let looks = 0; looks < 2; looks++) expect(await ready(second)).toEqual([200, 'ready'])
    expect((await numbers({}, second)).get('parkit_database_standbys')).toBe(confirming)
    return said()
  }
  // a database that never had one
  expect(await standbys(false, 0)).toEqual([])
  expect(await standbys(true, 1)).toEqual(['a standby confirms commits again'])
  expect(await standbys(true, 0)).toEqual(['no standby confirms commits: whatever writes waits for one'])
  expect(await standbys(true, 1)).toEqual(['a standby confirms commits again'])
  expect(await standbys(false, 0)).toEqual([
    'no standby confirms commits: should the primary be lost now, so are the latest payments',
  ])
  await second.stop()
})

test('not ready on a full disk, whose free bytes are among the numbers', async () => {
  // a file system without a free block
  const second = await startTestServer({ env: { DATA_DIR: '/proc' } })
  expect(await ready(second)).toEqual([503, 'disk full'])
  expect((await second.app.inject('/healthz')).statusCode).toBe(200)
  expect((await numbers({}, second)).get('parkit_disk_free_bytes')).toBe(0)
  await second.stop()
  const third = await startTestServer({ env: { DATA_DIR: tmpdir() } })
  expect(await ready(third)).toEqual([200, 'ready'])
  expect((await numbers({}, third)).get('parkit_disk_free_bytes')).toBeGreaterThan(leastFreeBytes)
  await third.stop()
  // a database elsewhere writes to another disk
  const fourth = await startTestServer({ env: { DATA_DIR: '/proc', DATABASE_URL: 'postgres://elsewhere/parkit' } })
  expect(await ready(fourth)).toEqual([200, 'ready'])
  await fourth.stop()
})

test('a stopping server reports it, still answers and closes keep-alive connections', async () => {
  const second = await startTestServer()
  second.health.beginStop()
  expect(await ready(second)).toEqual([503, 'stopping'])
  const answer = await second.app.inject('/healthz')
  expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close'])
  await second.stop()
})

test('requests are counted by route and status, never by values in the path', async () => {
  const before = await numbers()
  const { token } = await parkit.driver({ dollars: 20 })
  await parkit.app.inject('/api/Nothing/secret-plate')
  await parkit.call(wallet.addMoney, { body: { Amount: -1 } }, { token })
  await parkit.app.inject('/api/Parking/Sessions/secret-id')
  const after = await numbers()
  const counted = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  const route = `method="POST",route="${wallet.addMoney.path}"`
  expect(counted(`parkit_request_duration_seconds_count{${route},status="200"}`)).toBe(1)
  expect(counted(`parkit_request_duration_seconds_count{${route},status="400"}`)).toBe(1)
  expect(counted(`parkit_request_duration_seconds_bucket{le="+Inf",${route},status="400"}`)).toBe(1)
  expect([...after.keys()].join('\n')).not.toMatch(/secret|example\.com|Maya/)
})

test('metrics cover payments, sessions, queues and the process', async () => {
  const before = await numbers()
  const driver = await parkit.driver({ dollars: 20 })
  await parkit.park(driver)
  parkit.clock.advance({ minutes: 61 })
  const late = await numbers()
  expect(late.get('parkit_ledger_entries_total')! - before.get('parkit_ledger_entries_total')!).toBe(2)
  expect(late.get('parkit_sessions_running')! - before.get('parkit_sessions_running')!).toBe(1)
  expect(late.get('parkit_jobs_waiting{kind="session-end"}')).toBe(1)
  expect(late.get('parkit_jobs_late_seconds{kind="session-end"}')).toBe(60)
  await parkit.jobs.runDue()
  const swept = await numbers()
  expect(swept.get('parkit_sessions_running')).toBe(before.get('parkit_sessions_running'))
  expect(swept.get('parkit_jobs_waiting{kind="session-end"}')).toBeUndefined()
  expect(swept.get('parkit_job_duration_seconds_count{kind="session-end",outcome="done"}')).toBe(1)
  expect(swept.get('parkit_sandbox')).toBe(1)
  for (const name of ['parkit_pool_connections{state="idle"}', 'parkit_event_loop_delay_seconds{quantile="0.99"}'])
    expect(swept.get(name)).toBeGreaterThan(0)
  expect(swept.get('parkit_charges_pending')).toBe(0)
})

test('without METRICS_TOKEN only loopback reads the metrics, and not through a proxy', async () => {
  const status = async (given: object) => (await parkit.app.inject({ url: '/metrics', ...given })).statusCode
  expect(await status({})).toBe(200)
  expect(await status({ remoteAddress: '10.0.0.7' })).toBe(404)
  expect(await status({ headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(404)
  expect(await status({ headers: { forwarded: 'for=127.0.0.1' } })).toBe(404)
  expect(await status({ headers: { via: '1.1 proxy' } })).toBe(404)
  expect(await status({ headers: { host: 'parkit.example' } })).toBe(404)
})

test('behind a proxy on the same machine the metrics need METRICS_TOKEN, also where the proxy adds no header', async () => {
  const reached: Record<string, string>[] = [
    { PUBLIC_URL: 'https://parkit.example' },
    { TRUST_PROXY: 'loopback' },
    { HOST: '0.0.0.0', PUBLIC_URL: 'http://127.0.0.1:3000' },
  ]
  for (const env of reached) {
    const second = await startTestServer({ env: { PARKIT_SANDBOX: '1', RATE_LIMIT: '', ...env } })
    expect((await second.app.inject('/metrics')).statusCode, JSON.stringify(env)).toBe(404)
    await second.stop()
  }
})

test('with METRICS_TOKEN any address reads the metrics with it, and none without', async () => {
  const second = await startTestServer({ env: { METRICS_TOKEN: 'a secret of some length' } })
  const status = async (authorization?: string) => {
    const headers = authorization ? { authorization } : {}
    return (await second.app.inject({ url: '/metrics', remoteAddress: '10.0.0.7', headers })).statusCode
  }
  expect(await status('Bearer a secret of some length')).toBe(200)
  expect(await status('Bearer a secret of some lengt')).toBe(404)
  expect(await status()).toBe(404)
  expect((await second.app.inject('/metrics')).statusCode).toBe(404)
  await second.stop()
})
