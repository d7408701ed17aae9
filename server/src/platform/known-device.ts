// The cookie of a device that signed in before: signed by us, readable by no script, and nothing of it is stored here.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A device's id, and the accounts that signed in on it. */
export type KnownDevice = { id: string; knows: (driverId: string) => boolean }

const name = 'device'
/** Browsers take this name only over TLS, for this host alone and no path. */
const hostName = `__Host-${name}`
const pattern = new RegExp(`(?:^|; *)(?:${hostName}|${name})=([\\w-]{22}(?:\\.[\\w-]{22}){1,6})(?=;|$)`)
/** browsers keep a cookie no longer */
const maxAgeSeconds = 400 * 24 * 3_600
const mostAccounts = 5

/** `secret`: only the servers know it, so that nobody else makes such cookies. */
export const createKnownDevices = (secret: Buffer, publicUrl: string) => {
  const isSecure = URL.parse(publicUrl)?.protocol === 'https:'
  const tagOf = (id: string, driverId: string) =>
    createHmac('sha256', secret).update(`device ${id} ${driverId}`).digest().subarray(0, 16).toString('base64url')
  const isTag = (tag: string, id: string, driverId: string) =>
    timingSafeEqual(Buffer.from(tag), Buffer.from(tagOf(id, driverId)))
  const parse = ({ headers }: Pick<FastifyRequest, 'headers'>) => {
    const [id = '', own = '', ...tags] = pattern.exec(headers.cookie ?? '')?.[1]?.split('.') ?? []
    return id && isTag(own, id, '') ? { id, tags } : null
  }

  return {
    find: (request: Pick<FastifyRequest, 'headers'>): KnownDevice | null => {
      const found = parse(request)
      return found && { id: found.id, knows: driverId => found.tags.some(tag => isTag(tag, found.id, driverId)) }
    },

    /** The header that makes the device known, now also to this account; the oldest account beyond five is dropped. */
    cookieAfterSignIn: (request: Pick<FastifyRequest, 'headers'>, driverId: string): string => {
      const { id, tags } = parse(request) ?? { id: randomBytes(16).toString('base64url'), tags: [] }
      const tag = tagOf(id, driverId)
      const accounts = [...tags.filter(other => other !== tag), tag].slice(-mostAccounts)
      const value = [id, tagOf(id, ''), ...accounts].join('.')
      const attributes = ['Path=/', `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict']
      return [`${isSecure ? hostName : name}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ')
    },
  }
}
export type KnownDevices = ReturnType<typeof createKnownDevices>
