// Server-sent events to whoever looks at places: that rates, closures, or places have changed. They say no more than that, and are the same
// for all.
import type { ServerResponse } from 'node:http'
import { refuse } from '#platform/errors.ts'
import { createStreamTrigger } from '#platform/event-stream.ts'

const retryMs = 2_000
/** of a server: each is a connection without a sign-in. Whoever finds no room reads again each minute */
const mostStreams = 10_000
/** A page opens its stream some seconds after it has read: what changed meanwhile it is told at once. */
const recentMs = 10_000
const change = 'event: places\ndata: {}\n\n'

export const createChangeStreams = (onError: (error: unknown) => void) => {
  const streams = new Set<ServerResponse>()
  let toldMs = Number.NEGATIVE_INFINITY
  const write = (text: string) => {
    for (const out of streams) {
      // it has not taken what was written before: it comes back, or is gone
      if (out.writableNeedDrain) out.destroy()
      else out.write(text)
    }
  }
  const trigger = createStreamTrigger(
    async () => () => {},
    async () => write(': beat\n\n'),
    onError,
  )
  return {
    /** Writes the stream to `out`, whose head is not sent yet. Throws `unavailable` where there is no room, and while the server stops. */
    open: async (out: () => ServerResponse): Promise<void> => {
      await trigger.begin()
      if (streams.size >= mostStreams) refuse('unavailable')
      const stream = out()
      const drop = () => streams.delete(stream)
      stream.on('close', drop).on('error', drop)
      streams.add(stream)
      const isRecent = performance.now() - toldMs < recentMs
      stream.write(`retry: ${retryMs}\n\n${isRecent ? change : ''}`)
    },
    tell: (): void => {
      toldMs = performance.now()
      write(change)
    },
    stop: (): Promise<void> =>
      trigger.stop(() => {
        for (const stream of streams) stream.end()
      }),
  }
}
