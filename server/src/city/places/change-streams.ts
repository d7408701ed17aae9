// Server-sent events to whoever looks at places: that rates, closures, or places have changed. They say no more than that, and are the same
// for all.
import type { ServerResponse } from 'node:http'
import { refuse } from '#platform/errors.ts'
import { createStreamTrigger } from '#platform/event-stream.ts'

const retryMs = 2_000
/** of a server: each is a connection without a sign-in. Whoever finds no room reads again each minute */
const mostStreams = 10_000
/** so that no single address fills the server's; many phones share that of an office or a carrier */
const mostOfAddress = 500
/** A page opens its stream some seconds after it has read: what changed meanwhile it is told at once. */
const recentMs = 10_000
const change = 'event: places\ndata: {}\n\n'

export const createChangeStreams = (onError: (error: unknown) => void) => {
  const streams = new Set<ServerResponse>()
  /** how many each address has open; none where it has none */
  const ofAddress = new Map<string, number>()
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
    /**
     * Writes the stream to `out`, whose head is not sent yet. Throws `unavailable` where there is no room, on the server or for the
     * `block` of the caller's address, and while the server stops.
     */
    open: async (block: string, out: () => ServerResponse): Promise<void> => {
      await trigger.begin()
      const open = ofAddress.get(block) ?? 0
      if (streams.size >= mostStreams || open >= mostOfAddress) refuse('unavailable')
      const stream = out()
      streams.add(stream)
      ofAddress.set(block, open + 1)
      stream.once('close', () => {
        streams.delete(stream)
        const left = ofAddress.get(block)! - 1
        if (left > 0) ofAddress.set(block, left)
        else ofAddress.delete(block)
      })
      stream.on('error', () => stream.destroy())
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
