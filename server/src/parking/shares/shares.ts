// Shared links: a signed code that shows somebody else the place and the end of a running session, and nothing more.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { parkedUntil } from '@parkit/contract/parking/shares'
import type { Answer } from '@parkit/contract/platform/call'
import type { Parking } from '#parking/sessions/sessions.ts'
import { type Database, selectSecret } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

/** 128 bits nobody guesses, signed with 80: a guess is refused without a look into the database. */
const idBytes = 16
const macBytes = 10
/** In lower case alone: an address may be written in any. */
const codePattern = new RegExp(`^([0-9a-f]{${2 * idBytes}})([0-9a-f]{${2 * macBytes}})$`)

const macOf = (secret: Buffer, shareId: string): string =>
  createHmac('sha256', secret).update(`until ${shareId}`).digest().subarray(0, macBytes).toString('hex')

const readCode = (secret: Buffer, code: string): string | null => {
  const [, shareId = '', mac = ''] = codePattern.exec(code) ?? []
  return shareId && timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, shareId))) ? shareId : null
}

type Deps = {
  db: Pick<Database, 'pool'>
  publicUrl: string
  parking: Pick<Parking, 'requireRunning' | 'requireSession'>
}

export const createShares = async ({ db, publicUrl, parking }: Deps) => {
  const secret = await selectSecret(db.pool, 'signing')
  const linkOf = (shareId: string) => ({
    Url: `${publicUrl.replace(/\/+$/, '')}/until/${shareId}${macOf(secret, shareId)}`,
  })
  return {
    /** Throws `not_found`, `session_ended`. */
    share: async (driverId: string, sessionId: string, now: Temporal.Instant) => {
      await parking.requireRunning(driverId, sessionId, now)
      return linkOf(await store.insertShare(db.pool, driverId, sessionId, randomBytes(idBytes).toString('hex'), now))
    },

    shared: async (driverId: string, sessionId: string) => {
      await parking.requireSession(driverId, sessionId)
      const shareId = await store.findShare(db.pool, driverId, sessionId)
      return shareId ? linkOf(shareId) : { Url: null }
    },

    endShare: async (driverId: string, sessionId: string) => {
      await parking.requireSession(driverId, sessionId)
      await store.deleteShare(db.pool, driverId, sessionId)
      return { Url: null }
    },

    /** Throws `share_ended`, also for a code that never was one: a guess learns nothing. */
    parkedUntil: async (code: string, now: Temporal.Instant): Promise<Answer<typeof parkedUntil>> => {
      const shareId = readCode(secret, code) ?? refuse('share_ended')
      const row = (await store.openShare(db.pool, shareId, now)) ?? refuse('share_ended')
      return {
        ZoneNumber: row.zone_number,
        ...(row.city_name && { CityName: row.city_name }),
        Name: row.name,
        Address: row.address,
        TimeZone: row.time_zone,
        EndsAt: row.ends_at.toString(),
      }
    },
  }
}
export type Shares = Awaited<ReturnType<typeof createShares>>
