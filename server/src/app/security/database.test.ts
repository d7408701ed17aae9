// The server's database role: its rights are its own tables, and its statements and transactions time out.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(() => parkit.stop())

test.each([
  'create table loot (a int)',
  'create schema loot',
  'create function loot() returns int language sql as $$ select 1 $$',
  'drop table driver',
  'alter table driver add column loot int',
  'alter table driver disable trigger all',
  'truncate driver cascade',
  'create role loot superuser',
  'alter role parkit_app superuser',
  `copy (select 1) to program 'id'`,
  `copy driver to '/tmp/loot'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('/')`,
  'select * from pg_authid',
  `select lo_import('/etc/passwd')`,
  'create extension dblink',
  'update entry set at = now()',
  'delete from posting',
  'delete from entry_reference',
  'update desk_act set details = default',
  'delete from desk_act',
  'update migration set checksum = null',
  `update secret set value = 'x'`,
  `update sign_key set value = sha256('x')`,
  'delete from sign_key',
  'update sign set key_id = 2',
  'delete from sign',
])('56: the server’s role may not %s', async statement => {
  await expect(parkit.db.pool.query(statement)).rejects.toThrow(/permission denied|must be|denied/i)
})

test('56: the server’s role owns nothing and inherits no role', async () => {
  const { rows } = await parkit.db.pool.query(
    `select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolcanlogin
       from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      rolcanlogin: false,
    },
  ])
})

test('48: requests, statements, locks and connection waits all time out', async () => {
  const { server } = parkit.app
  expect(server.requestTimeout).toBe(60_000)
  expect(server.headersTimeout).toBeGreaterThan(0)
  expect(server.headersTimeout).toBeLessThanOrEqual(60_000)
  const show = async (name: string) => Object.values((await parkit.db.pool.query(`show ${name}`)).rows[0]!)[0]
  for (const name of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    expect(await show(name), name).toMatch(/^1\ds$/)
  expect(parkit.db.pool.options.connectionTimeoutMillis).toBeLessThanOrEqual(5_000)
})
