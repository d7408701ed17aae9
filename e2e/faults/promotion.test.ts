// A standby is promoted while the old primary lives on: the server leaves the old one, returns never, and reads everything again.
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/platform/db.ts'
import { createNode } from '../bank/replica/node.ts'
import { newDataDir } from '../server.ts'
import { openTcpProxy } from '../tcp-proxy.ts'

const password = 'ofThisTestAlone'
const endings: (() => unknown)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
}, 60_000)

test('connections to a replaced primary are closed, what was heard of is read again, and none is opened to it again', async () => {
  const { dataDir, remove } = newDataDir()
  endings.push(remove)
  const node = async (name: string) => {
    const created = await createNode(name, dataDir, password, false)
    endings.push(created.close)
    return created
  }
  const first = await node('a')
  const second = await node('b')
  await first.initialize()
  await first.start()
  const owner = await first.connect()
  await owner.query('create role parkit_app nologin')
  await owner.end()
  await second.copyFrom(first)
  await second.start()

  const proxy = await openTcpProxy(first.line.address)
  endings.push(proxy.close)
  const connectionString = `postgresql://parkit:${encodeURIComponent(password)}@${new URL(proxy.address).host}/parkit`
  const db = openDatabase({ connectionString, poolSize: 10, log: () => {} })
  endings.push(db.close)
  const notices: (string | null)[] = []
  await db.listen('change', notice => notices.push(notice))
  const held = await db.pool.connect()
  const lost = once(held, 'error')

  // a standby takes no connection of the server's
  proxy.routeTo(second.line.address)
  await expect(db.pool.query('select 1')).rejects.toMatchObject({ code: '25006' })

  const promoting = await second.connect({ query_timeout: 30_000 })
  await promoting.query('select pg_promote(true, 25)')
  await promoting.end()
  // the first connection to the new primary ends those to the old one
  await db.pool.query('select 1')
  await lost
  held.release(true)
  await expect.poll(() => notices).toEqual([null])

  proxy.routeTo(first.line.address)
  proxy.break(() => true)
  // a connection that broke just now is found out by its next statement
  await expect.poll(() => db.pool.query('select 1').catch(({ code }) => code)).toBe('25006')
  proxy.routeTo(second.line.address)
  await expect.poll(() => db.pool.query('select 1').then(({ rowCount }) => rowCount)).toBe(1)
})
