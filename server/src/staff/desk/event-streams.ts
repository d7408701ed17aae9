// Server-sent events for the desk: which conversation changed, whichever server changed it.
import type { ServerResponse } from 'node:http'
import type { Change } from '#platform/changes.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { createStreamTrigger } from '#platform/event-stream.ts'

type Deps = {
  db: Database
  /** whether the token still signs somebody in */
  isLive: (token: string) => Promise<boolean>
  onError: (error: unknown) => void
}
type Stream = { token: string; out: ServerResponse }

const mostStreams = 200
/** a slower reader is disconnected, and reads everything again */
const mostBufferedBytes = 65_536

export const createDeskStreams = ({ db, isLive, onError }: Deps) => {
  const streams = new Set<Stream>()

  const write = (stream: Stream, text: string) => {
    stream.out.write(text)
    if (stream.out.writableLength > mostBufferedBytes) stream.out.destroy()
  }

  /** Null: changes may have been missed, so every conversation may have changed. */
  const onChange = (change: Change | null) => {
    const data = JSON.stringify({ DriverId: change?.driverId ?? null })
    for (const stream of streams) write(stream, `event: changed\ndata: ${data}\n\n`)
  }

  const beat = async (): Promise<void> => {
    for (const stream of [...streams]) {
      if (await isLive(stream.token)) write(stream, ': beat\n\n')
      else stream.out.end()
    }
  }

  const trigger = createStreamTrigger(() => db.changes.listen(['chat', 'desk'], onChange), beat, onError)

  return {
    /** Resolves when it is open; throws `unavailable` while the server stops, `too_many_requests` where too many are open. */
    open: async (token: string, out: () => ServerResponse): Promise<void> => {
      await trigger.begin()
      if (streams.size >= mostStreams) refuse('too_many_requests')
      const stream = { token, out: out() }
      streams.add(stream)
      stream.out.on('close', () => streams.delete(stream))
      stream.out.on('error', () => streams.delete(stream))
      // changes before it was open are read by the client that opens it
      write(stream, `retry: 1000\n\nevent: changed\ndata: {"DriverId":null}\n\n`)
    },

    /** For tests: the periodic heartbeat, at once. */
    beat,

    stop: () =>
      trigger.stop(() => {
        for (const { out } of streams) out.end()
      }),
  }
}
