// The desk's event streams on a server that stops.
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing.ts'
import { createDeskStreams } from './event-streams.ts'

const db = await createTestDatabase()
afterAll(db.close)

test('a stream opened while its server stops is refused, and the server waits for none', async () => {
  const { promise: heard, resolve: hear } = Promise.withResolvers<() => void>()
  const streams = createDeskStreams({
    db: { ...db, changes: { ...db.changes, listen: () => heard } },
    isLive: async () => true,
    onError: () => {},
  })
  const opened = streams.open('', () => expect.unreachable())
  const stopped = streams.stop()
  hear(() => {})
  await expect(opened).rejects.toThrow('unavailable')
  await stopped
})
