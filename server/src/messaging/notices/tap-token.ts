// The token in a push that extends with one tap: what it may do, signed, good for this end of the session alone.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Extends `sessionId` until `endsAt` (epoch milliseconds) for exactly so many cents. */
export type Tap = { sessionId: string; endsAt: number; cents: number }

const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(`tap ${text}`).digest('base64url')

export const makeTap = ({ sessionId, endsAt, cents }: Tap, secret: Buffer): string => {
  const text = `${sessionId}.${endsAt}.${cents}`
  return `${text}.${sign(text, secret)}`
}

/** None where we did not sign it. */
export const readTap = (token: string, secret: Buffer): Tap | null => {
  const [, text = '', signature = ''] = /^(P-\w+\.\d+\.\d+)\.([\w-]+)$/.exec(token) ?? []
  const expected = Buffer.from(sign(text, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [sessionId, endsAt, cents] = text.split('.')
  return { sessionId: sessionId!, endsAt: Number(endsAt), cents: Number(cents) }
}
