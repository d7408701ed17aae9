// Messages that are due at once: taken and removed together, each sent and retried by itself.

import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createJobs } from './jobs.ts'
import { NotTaken, queueMessages, type Sender, sendMessages } from './outbox.ts'
import { createTestDatabase, TestClock } from './testing.ts'

const db = await createTestDatabase({ poolSize: 20 })
afterAll(db.close)
const noon = Temporal.Instant.from('2026-04-14T17:00:00Z')
const clock = new TestClock(noon)

/** How often each statement is sent. */
const countStatements = async (act: () => Promise<unknown>): Promise<Record<string, number>> => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await act()
    const names = query.mock.calls.map(([asked]) => (asked as unknown as pg.QueryConfig).name ?? '')
    return Object.fromEntries([...Map.groupBy(names, name => name)].map(([name, calls]) => [name, calls.length]))
  } finally {
    query.mockRestore()
  }
}

test('four messages take as many statements as one; one that fails is sent again alone', async () => {
  const sent: string[] = []
  let isBusy = true
  const send: Sender = async ({ recipient }) => {
    if (recipient === 'b@example.com' && isBusy) throw new NotTaken('busy')
    sent.push(recipient)
  }
  const jobs = createJobs({ db, clock, outside: sendMessages(db, { mail: send, sms: send }), log: () => {} })
  const message = { channel: 'mail', subject: 's', body: 'b', expiresAt: noon.add({ hours: 1 }) } as const
  const recipients = ['a', 'b', 'c', 'd'].map(name => `${name}@example.com`)
  await queueMessages(
    db.pool,
    recipients.map(recipient => ({ ...message, recipient })),
    noon,
  )
  const left = async () => (await db.pool.query('select recipient from outbox')).rows.map(row => row.recipient)

  expect(await countStatements(() => jobs.runDue())).toMatchObject({
    outbox_take_rows: 1,
    outbox_put_back: 1,
    outbox_remove_rows: 1,
    job_finish_many: 1,
  })
  expect([sent.toSorted(), await left()]).toEqual([['a', 'c', 'd'].map(name => `${name}@example.com`), [recipients[1]]])
  isBusy = false
  clock.advance({ seconds: 2 })
  await jobs.runDue()
  expect([sent.at(-1), await left()]).toEqual([recipients[1], []])
})
