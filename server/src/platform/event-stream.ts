// Begins a stream of server-sent events: its head, and for whom it is.
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
