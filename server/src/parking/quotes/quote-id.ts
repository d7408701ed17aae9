// A quote's id is the signed quote itself: valid for 120 seconds on any server, without a database write.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** This total for these minutes, until `expiresAt` (epoch milliseconds). */
type Promised = {
  /** the city's id */
  city: number
  zoneNumber: string
  sessionId: string | null
  minutes: number
  totalCents: number
  expiresAt: number
}

const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(text).digest('base64url')

export const makeQuoteId = (promised: Promised, secret: Buffer): string => {
  const text = Buffer.from(JSON.stringify(promised)).toString('base64url')
  return `${text}.${sign(text, secret)}`
}

/** Null if the signature is not ours. */
export const readQuoteId = (quoteId: string, secret: Buffer): Promised | null => {
  const [text = '', signature = ''] = quoteId.split('.')
  const expected = Buffer.from(sign(text, secret))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Promised
}
