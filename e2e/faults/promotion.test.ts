// A standby is promoted while the old primary lives on: the server leaves the old one, returns never, and reads everything again.
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import type { Change } from '../../server/src/platform/changes.ts'
import { openDatabase } from '../../server/src/platform/db.ts'
import { migrate } from '../../server/src/platform/migrate.ts'
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
  const stringAt = (address: string) =>
    `postgresql://parkit:${encodeURIComponent(password)}@${new URL(address).host}/parkit`
  await migrate({ connectionString: stringAt(first.line.address) })
  await second.copyFrom(first)
  await second.start()

  const proxy = await openTcpProxy(first.line.address)
  endings.push(proxy.close)
  const db = openDatabase({ connectionString: stringAt(proxy.address), poolSize: 10, log: () => {} })
  endings.push(db.close)
  const heard: (Change | null)[] = []
  await db.changes.listen(['session'], change => heard.push(change))
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
  await expect.poll(() => heard).toEqual([null])

  proxy.routeTo(first.line.address)
  proxy.break(() => true)
  // a connection that broke just now is found out by its next statement
  await expect.poll(() => db.pool.query('select 1').catch(({ code }) => code)).toBe('25006')
  proxy.routeTo(second.line.address)
  await expect.poll(() => db.pool.query('select 1').then(({ rowCount }) => rowCount)).toBe(1)
})
