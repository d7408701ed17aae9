// Ids that are the same wherever and whenever they are made from the same words. Pure.
import { hash } from 'node:crypto'

/** A UUID of version 8 (RFC 9562), whose bits are the first of a SHA-256. */
export const uuidOf = (...parts: (string | number)[]): string => {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer').subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
