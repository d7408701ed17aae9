// Changes reach this process with the commit and others within two seconds, whatever happens to notifications and connections.
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'

import type { Change } from './changes.ts'
import { type Database, openDatabase } from './db.ts'
import { dieAfterCommit } from './killed-testing.ts'
import { partitionJobs } from './partitions.ts'
import { currentRequester, runFor } from './requester.ts'
import { createTestDatabase, cutChanges } from './testing.ts'

const db = await createTestDatabase()
const opened: Database[] = []
afterAll(db.close)
afterEach(async () => {
  await Promise.all(opened.splice(0).map(other => other.close()))
})

const openOther = (settings = {}) => {
  const other = openDatabase({ connectionString: db.connectionString, poolSize: 2, log: () => {}, ...settings })
  opened.push(other)
  return other
}
/** What a process hears; `null` where it is to read everything again. */
const hearing = async (database: Database, ...topics: Change['topic'][]) => {
  const heard: (string | null)[] = []
  await database.changes.listen(topics.length > 0 ? topics : ['money'], change =>
    heard.push(change ? change.ref : null),
  )
  return heard
}
const insert = `insert into change (topic, ref) values ('money', $1)`
const change = (ref: string, by = db) => by.pool.query(insert, [ref])
const soon = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 2_000, interval: 5 })
const owner = async () => {
  const client = new pg.Client({ connectionString: db.connectionString })
  await client.connect()
  return client
}
test('the process that commits hears its change before its call returns, and once', async () => {
  const heard = await hearing(db)
  await change('alone')
  expect(heard).toEqual(['alone'])
  await db.transaction(async tx => {
    await tx.query(insert, ['in a transaction'])
    expect(heard).toEqual(['alone'])
  })
  expect(heard).toEqual(['alone', 'in a transaction'])
  const { rows } = await db.pool.query<{ read: number }>(`select count(*)::integer as read from change`)
  expect(rows[0]!.read).toBe(2)
  // both are read here after those of another
  await change('of another', openOther())
  await soon(() => heard.length > 2)
  expect(heard).toEqual(['alone', 'in a transaction', 'of another'])
})

test('another process hears of the topics it listens to, once, and of nothing that was rolled back', async () => {
  const other = openOther()
  const heard = await hearing(other)
  const chats = await hearing(other, 'chat')
  await expect(
    db.transaction(async tx => {
      await tx.query(insert, ['rolled back'])
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  for (const ref of ['one', 'two', 'three']) await change(ref)
  await soon(() => heard.length > 2)
  await db.pool.query(`insert into change (topic, ref) values ('chat', 'four')`)
  await soon(() => chats.length > 0)
  expect([heard, chats]).toEqual([['one', 'two', 'three'], ['four']])
})

test('topics of many transactions are sent as one notification, after their commits', async () => {
  await hearing(db)
  const client = await owner()
  await client.query('listen change')
  const payloads: string[] = []
  client.on('notification', ({ payload }) => payloads.push(payload!))
  await db.pool.query(`insert into change (topic) select unnest('{money,chat,money,desk}'::text[])`)
  await soon(() => payloads.length > 0)
  expect(payloads).toEqual(['money chat desk'])
  const many = 50
  await Promise.all(Array.from({ length: many }, (_, i) => change(`${i}`)))
  await soon(() => payloads.length > 1)
  await db.pool.query(`insert into change (topic) values ('desk')`)
  await soon(() => payloads.at(-1)!.endsWith('desk'))
  expect(payloads.length).toBeLessThan(many)
  await client.end()
})

test('changes that go on and on are notified of at most every 100 ms', async () => {
  await hearing(db)
  const client = await owner()
  await client.query('listen change')
  const payloads: string[] = []
  client.on('notification', ({ payload }) => payloads.push(payload!))
  const began = performance.now()
  for (let i = 0; i < 100; i++) await change(`${i}`)
  await db.pool.query(`insert into change (topic) values ('desk')`)
  await soon(() => payloads.at(-1)?.endsWith('desk') ?? false)
  expect(payloads.length).toBeLessThanOrEqual(2 + (performance.now() - began) / 100)
  await client.end()
})

test('a commit that was not answered in time is told again once it is done', async () => {
  const heard = await hearing(db)
  const client = await db.pool.connect()
  await client.query('begin')
  await client.query(insert, ['unanswered'])
  await client.query('commit')
  client.release(new Error('Query read timeout'))
  await soon(() => heard.length === 2)
  expect(heard).toEqual(['unanswered', 'unanswered'])
})

test('listeners are no part of the request whose change they hear', async () => {
  const blocks: string[] = []
  await db.changes.listen(['money'], () => blocks.push(currentRequester().block))
  await runFor({ block: 'a request', device: null, leftMs: 1_000 }, () =>
    db.transaction(tx => tx.query(insert, ['heard'])),
  )
  expect(blocks).toEqual([''])
})

test('the process that schedules a job that is due hears it, and wakes no other', async () => {
  const heard = await hearing(db, 'due')
  const client = await owner()
  await client.query('listen change')
  const payloads: string[] = []
  client.on('notification', ({ payload }) => payloads.push(payload!))
  await db.pool.query(`insert into job (kind, ref, run_at) values ('receipt', 'a', now())`)
  await change('afterwards')
  await soon(() => payloads.length > 0)
  expect([heard, payloads]).toEqual([['receipt'], ['money']])
  await client.end()
})

test('a transaction that schedules many jobs that are due wakes once for each kind, and the next one again', async () => {
  const heard = await hearing(db, 'due')
  await db.transaction(async tx => {
    await tx.query(
      `insert into job (kind, ref, run_at) select kind, n::text, now() from unnest('{ends,ends5}'::text[]) as kind, generate_series(1, 9) as n`,
    )
    await tx.query(
      `insert into job (kind, ref, run_at) values ('end', 'a', now()), ('later', 'a', now() + interval '1 hour')`,
    )
    await tx.query(`update job set run_at = now() where kind = 'ends'`)
    await tx.query(
      `savepoint last; insert into job (kind, ref, run_at) values ('last', 'a', now()); rollback to savepoint last`,
    )
    await tx.query(`insert into job (kind, ref, run_at) values ('last', 'b', now())`)
  })
  expect(heard.toSorted()).toEqual(['end', 'ends', 'ends5', 'last', 'last'])
  await db.pool.query(`update job set run_at = now() where kind = 'later'`)
  await db.pool.query(`update job set run_at = now() where kind = 'later'`)
  expect(heard.slice(5)).toEqual(['later', 'later'])
})

test('without notifications, as behind a pooler, a change is read within two seconds', async () => {
  const heard = await hearing(openOther())
  const client = await owner()
  // no process of ours wrote it, so nobody notifies
  await client.query(insert, ['by hand'])
  await soon(() => heard.length > 0)
  expect(heard).toEqual(['by hand'])
  await client.end()
})

test('case 59: processes killed between commit and notification leave every listener current within two seconds', async () => {
  const heard = await Promise.all([openOther(), openOther()].map(other => hearing(other)))
  const words: string[] = []
  for (let nth = 1; nth <= 5; nth++) {
    words.push(`last words ${nth}`)
    await dieAfterCommit(db.connectionString, words.at(-1)!)
    await soon(() => heard.every(of => of.length === nth))
  }
  expect(heard).toEqual([words, words])
})

test('a transaction that began before others and commits after them is heard', async () => {
  const heard = await hearing(openOther())
  const client = await owner()
  await client.query('begin')
  await client.query(insert, ['first to begin'])
  await change('first to commit')
  await soon(() => heard.length === 1)
  await change('second to commit')
  await soon(() => heard.length === 2)
  await client.query('commit')
  await soon(() => heard.length === 3)
  expect(heard).toEqual(['first to commit', 'second to commit', 'first to begin'])
  await client.end()
})

test('what changes while the reading connection is cut is heard when it is back', async () => {
  const heard = await hearing(openOther())
  await cutChanges(db)
  await change('meanwhile')
  await soon(() => heard.length > 0)
  await change('afterwards')
  await soon(() => heard.length > 1)
  expect(heard).toEqual(['meanwhile', 'afterwards'])
})

test('after a restore or a failover, and where too much changed, everything is to be read again', async () => {
  const heard = await hearing(openOther())
  const client = await owner()
  await client.query('update feed_epoch set epoch = gen_random_uuid()')
  await soon(() => heard.length === 1)
  await client.query(`insert into change (topic) select 'money' from generate_series(1, 10001)`)
  await soon(() => heard.length === 2)
  await change('then')
  await soon(() => heard.length === 3)
  expect(heard).toEqual([null, null, 'then'])
  await client.end()
})

test('a listener that throws keeps no other from hearing, and one that ended hears nothing', async () => {
  const failures: string[] = []
  const other = openOther({ log: (message: string) => failures.push(message) })
  await other.changes.listen(['money'], () => {
    throw new Error('no')
  })
  const heard = await hearing(other)
  const end = await other.changes.listen(['money'], () => heard.push('ended'))
  end()
  await change('one', other)
  expect([heard, failures]).toEqual([['one'], ['A change was not taken in']])
})

test('the lag is the time since the last read that succeeded, and grows while none does', async () => {
  const other = openOther()
  expect(other.changes.lagSeconds()).toBeNull()
  await hearing(other)
  expect(other.changes.lagSeconds()).toBeLessThan(2)
  const client = await owner()
  await client.query('begin; lock table change in access exclusive mode')
  await soon(() => other.changes.lagSeconds()! > 1.2)
  await client.query('commit')
  await soon(() => other.changes.lagSeconds()! < 1)
  await client.end()
})

test('with a pooler in between, changes are read over the direct connection', async () => {
  const behind = await createTestDatabase()
  const heard = await hearing(openOther({ sessionString: behind.connectionString }))
  await change('by the pool')
  await change('by the session', behind)
  await soon(() => heard.length > 0)
  expect(heard).toEqual(['by the session'])
  await behind.close()
})

const partitions = async (client: pg.Client) =>
  (
    await client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'change'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)
const dayName = (days: number) =>
  `change_${Temporal.Now.plainDateISO('UTC').add({ days }).toString().replaceAll('-', '')}`

test('each night partitions are made for three more days, and those of more than two days ago dropped', async () => {
  const client = await owner()
  await client.query(`select change_roll(now() - interval '4 days')`)
  await client.query(
    `insert into change (topic, at) values ('money', now() - interval '3 days'), ('money', now() - interval '2 days')`,
  )
  const jobs = partitionJobs(db)
  await jobs.partitions!('all', Temporal.Now.instant(), async () => {})
  const names = Array.from({ length: 6 }, (_, i) => dayName(i - 2))
  expect(await partitions(client)).toEqual([...names, 'change_other'])
  const { rows } = await client.query(`select from change where at < now() - interval '1 day'`)
  expect(rows).toHaveLength(1)
  const { rowCount } = await client.query(`select from job where kind = 'partitions'`)
  expect(rowCount).toBe(1)
  await client.end()
})

test('a change of a day without a partition is stored and heard, and the nights after bring its day to an end', async () => {
  const heard = await hearing(openOther())
  const client = await owner()
  await client.query(`insert into change (topic, ref, at) values ('money', 'late', now() + interval '9 days')`)
  await soon(() => heard.length > 0)
  expect(heard).toEqual(['late'])
  await client.query(`select change_roll(now() + interval '9 days')`)
  expect(await partitions(client)).toEqual([10, 11, 12].map(dayName).concat('change_other'))
  await client.query(`select change_roll(now() + interval '12 days')`)
  const { rowCount } = await client.query('select from change_other')
  expect(rowCount).toBe(0)
  await client.query('select change_roll()')
  await client.end()
})
