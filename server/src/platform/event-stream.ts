// Server-sent events: how a stream begins, and what wakes all streams.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from './auth.ts'
import { refuse } from './errors.ts'

/**
 * `open` is given the caller's token and what writes the head; what it refuses before it writes is answered as a refusal.
 * A HEAD gets the head alone.
 */
export const beginEvents = async (
  request: FastifyRequest,
  reply: FastifyReply,
  open: (token: string, out: () => ServerResponse) => Promise<void>,
): Promise<string | undefined> => {
  reply.header('content-type', 'text/event-stream; charset=utf-8')
  // no-transform and x-accel-buffering: proxies may neither compress nor buffer it
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
  if (request.method === 'HEAD') return ''
  await open(bearerOf(request) ?? '', () => {
    reply.hijack()
    return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  })
  return undefined
}

/** interval of heartbeats, at which tokens are checked too */
const beatMs = 20_000

/** From the first stream on: `listen` to changes, and a `beat` at intervals. */
export const createStreamTrigger = (
  listen: () => Promise<() => void>,
  beat: () => Promise<void>,
  onError: (error: unknown) => void,
) => {
  let listening: Promise<() => void> | null = null
  let beats: ReturnType<typeof setInterval> | undefined
  let isStopped = false
  return {
    /** Resolves when listening. Throws `unavailable` once stopped: a stream opened then would never be ended. */
    begin: async (): Promise<void> => {
      if (isStopped) refuse('unavailable')
      beats ??= setInterval(() => beat().catch(onError), beatMs).unref()
      listening ??= listen().catch(error => {
        listening = null
        throw error
      })
      await listening
      if (isStopped) refuse('unavailable')
    },
    /** Ends the streams at once, then the listening. */
    stop: async (endStreams: () => void): Promise<void> => {
      isStopped = true
      endStreams()
      clearInterval(beats)
      ;(await listening?.catch(() => null))?.()
    },
  }
}
