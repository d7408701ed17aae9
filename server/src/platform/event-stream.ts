// Server-sent events: how a stream begins, and what wakes all streams.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bearerOf } from './auth.ts'

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
  // no-transform and x-accel-buffering: what stands between may neither pack it nor hold it back
  reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no')
  if (request.method === 'HEAD') return ''
  await open(bearerOf(request) ?? '', () => {
    reply.hijack()
    return reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  })
  return undefined
}

/** how often a silent stream says that it lives, and asks whether its token does */
const beatMs = 20_000

type End = () => Promise<void>

/** Begins with the first stream: `listen` to what changes, and a `beat` now and then. */
export const createStreamTrigger = (
  listen: () => Promise<End[]>,
  beat: () => Promise<void>,
  onError: (error: unknown) => void,
) => {
  let listening: Promise<End[]> | null = null
  let beats: ReturnType<typeof setInterval> | undefined
  return {
    begin: (): Promise<End[]> => {
      beats ??= setInterval(() => beat().catch(onError), beatMs).unref()
      listening ??= listen().catch(error => {
        listening = null
        throw error
      })
      return listening
    },
    end: async (): Promise<void> => {
      clearInterval(beats)
      for (const end of (await listening?.catch(() => [])) ?? []) await end()
    },
  }
}
