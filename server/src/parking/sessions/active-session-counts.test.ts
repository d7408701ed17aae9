// A zone's session count is read once, and again when a session starts, stops or ends there: at once on this server, moments later on others.
import * as calls from '@parkit/contract/parking/sessions'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { noon, startTestServer } from '#app/testing.ts'
import type { ChangeListener } from '#platform/changes.ts'
import { openDatabase } from '#platform/db.ts'
import { createActiveSessionCounts } from './active-session-counts.ts'
import { zones } from './testing.ts'

const parkit = await startTestServer()
const { clock } = parkit
/** another process on the same database */
const otherDb = openDatabase({ connectionString: parkit.db.connectionString, poolSize: 2, log: () => {} })
let hear: ChangeListener = () => {}
const other = await createActiveSessionCounts({
  db: {
    ...otherDb,
    changes: {
      ...otherDb.changes,
      listen: (topics, listener) => {
        hear = listener
        return otherDb.changes.listen(topics, listener)
      },
    },
  },
  clock,
})
const changed = () => hear({ topic: 'session', zoneNumber: zones.street, driverId: null, ref: null })
afterAll(async () => {
  await otherDb.close()
  await parkit.stop()
})
beforeEach(() => clock.set(noon))

const since = noon.subtract({ minutes: 3 })
const asked = [{ cityId: 1, zoneNumber: zones.street, since }]
const here = async () => (await parkit.features.parking.countRunning(asked)).get(`1/${zones.street}`) ?? 0
const there = async () => (await other.count(asked)).get(`1/${zones.street}`) ?? 0
const stop = (token: string, SessionId: string) => parkit.call(calls.stop, { body: { SessionId } }, { token })

/** how often the other process asked the database meanwhile */
const asking = async (act: () => Promise<unknown>) => {
  const spied = vi.spyOn(otherDb.pool, 'query')
  try {
    await act()
    return spied.mock.calls.length
  } finally {
    spied.mockRestore()
  }
}

test('starts and stops are counted immediately on their server, and moments later on others', async () => {
  const driver = await parkit.driver()
  expect([await here(), await there()]).toEqual([0, 0])
  const { SessionId } = await parkit.park(driver)
  expect(await here()).toBe(1)
  await vi.waitUntil(async () => (await there()) === 1)
  expect((await stop(driver.token, SessionId)).status).toBe(200)
  expect(await here()).toBe(0)
  await vi.waitUntil(async () => (await there()) === 0)
})

test('a count is cached for ten seconds or until a report counts from another time', async () => {
  await there()
  expect(await asking(there)).toBe(0)
  clock.advance({ seconds: 10 })
  expect(await asking(there)).toBe(1)
  expect(await asking(() => other.count([{ cityId: 1, zoneNumber: zones.street, since: noon }]))).toBe(1)
})

test('concurrent requests share one query, which repeats if something changed during the read', async () => {
  clock.advance({ seconds: 10 })
  expect(await asking(() => Promise.all([there(), there(), there()]))).toBe(1)
  changed()
  const whileRead = async () => {
    const reading = there()
    changed()
    await Promise.all([reading, there(), there()])
  }
  expect(await asking(whileRead)).toBe(2)
  expect(await asking(there)).toBe(0)
})

test('a failed count is not cached', async () => {
  changed()
  const spied = vi.spyOn(otherDb.pool, 'query').mockRejectedValueOnce(new Error('gone') as never)
  await Promise.all([expect(there()).rejects.toThrow('gone'), expect(there()).rejects.toThrow('gone')])
  spied.mockRestore()
  expect(await there()).toBe(await here())
})

test('a session stops counting when its paid time ends, without an event', async () => {
  const driver = await parkit.driver()
  await parkit.park(driver, 60)
  clock.set(noon.add({ minutes: 60 }).subtract({ seconds: 1 }))
  await vi.waitUntil(async () => (await there()) === 1)
  expect(await here()).toBe(1)
  clock.advance({ seconds: 1 })
  expect([await here(), await there()]).toEqual([0, 0])
})
