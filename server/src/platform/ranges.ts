// Sends a file by ranges (RFC 9110, section 14): whole, or the part that a download which broke off still lacks.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

type RangedFile = {
  name: string
  contentType: string
  /** quoted; a file under another one is another file */
  etag: string
  bytes: number
  /** both included */
  read: (from: number, to: number) => Readable
}
type Part = { from: number; to: number }

/** Null: the whole, for a header that is none, or that asks for several parts. */
export const partOf = (header: string | undefined, bytes: number): Part | 'outside' | null => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (!first && !last) return null
  if (!first) return Number(last) > 0 ? { from: Math.max(bytes - Number(last), 0), to: bytes - 1 } : 'outside'
  const [from, to] = [Number(first), last ? Math.min(Number(last), bytes - 1) : bytes - 1]
  if (last && Number(last) < from) return null
  return from < bytes ? { from, to } : 'outside'
}

export const sendRanges = (request: FastifyRequest, reply: FastifyReply, file: RangedFile): FastifyReply => {
  const { range, 'if-range': ifRange } = request.headers
  const part = ifRange && ifRange !== file.etag ? null : partOf(range, file.bytes)
  reply.header('accept-ranges', 'bytes').header('etag', file.etag)
  if (part === 'outside') return reply.status(416).header('content-range', `bytes */${file.bytes}`).send()
  const { from, to } = part ?? { from: 0, to: file.bytes - 1 }
  reply
    .status(part ? 206 : 200)
    .type(file.contentType)
    .header('content-length', to - from + 1)
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (part) reply.header('content-range', `bytes ${from}-${to}/${file.bytes}`)
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.read(from, to))
}
