// The entry of printed signs: their signed links, whether one is real, and taking signs and keys out of use.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type * as contract from '@parkit/contract/city/signs'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Cities, CityRow } from '#city/cities/cities.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

/** The city whose signs they are. */
type City = Pick<CityRow, 'id' | 'code'>

/** 80 bits: a guess at a thousand a second finds one in 10^13 years. */
const macBytes = 10
const macOf = (key: Buffer, city: City, zoneNumber: string, serial: number): string =>
  createHmac('sha256', key)
    .update(`sign\n${city.code}\n${zoneNumber}\n${serial}`)
    .digest()
    .subarray(0, macBytes)
    .toString('base64url')

/** The same in constant time. A text is compared, not its bytes: a link has one spelling. */
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export type SignLink = { zoneNumber: string; serial: number; url: string }

type Deps = { db: Pick<Database, 'pool' | 'transaction'>; publicUrl: string; cities: Pick<Cities, 'find'> }

export const createSigns = ({ db, publicUrl, cities }: Deps) => ({
  check: async ({
    City,
    ZoneNumber,
    S,
  }: Input<typeof contract.checkSign>['query']): Promise<Answer<typeof contract.checkSign>> => {
    const [, digits, mac = ''] = /^([1-9]\d{0,5})\.([\w-]{14})$/.exec(S) ?? []
    const serial = Number(digits)
    const city = digits ? await cities.find(City) : null
    const sign = city && (await store.findSign(db.pool, city.id, ZoneNumber, serial))
    if (!sign || !isSame(mac, macOf(sign.value, city, ZoneNumber, serial))) return refuse('sign_foreign')
    if (sign.isRetired) return refuse('sign_retired')
    return { Verified: true, City: city.code, CityName: city.name, ZoneNumber }
  },

  /**
   * The newest sign in use of each zone, by zone number, made where there is none; with `always` a further one of each.
   * All or nothing, and the same again prints the same links.
   */
  issue: (city: City, zoneNumbers: string[], now: Temporal.Instant, always = false): Promise<SignLink[]> =>
    db.transaction(async tx => {
      let key = await store.lockNewestKey(tx, city.id)
      if (!key) {
        await store.insertKey(tx, city.id, randomBytes(32), now)
        key = (await store.lockNewestKey(tx, city.id))!
      }
      await store.insertSigns(tx, city.id, zoneNumbers, key.keyId, now, always)
      const signs = await store.listSigns(tx, city.id, zoneNumbers)
      return signs.map(({ zoneNumber, serial, value }) => ({
        zoneNumber,
        serial,
        url: `${publicUrl.replace(/\/+$/, '')}/z/${city.code}/${zoneNumber}?s=${serial}.${macOf(value, city, zoneNumber, serial)}`,
      }))
    }),

  /** Signs made from now on use a new key; those on the street stay real. */
  makeKey: (city: City, now: Temporal.Instant): Promise<void> =>
    store.insertKey(db.pool, city.id, randomBytes(32), now),

  /** No sign of this key is real any more. False where there is no such key in use. */
  endKey: (city: City, keyId: number, now: Temporal.Instant): Promise<boolean> =>
    store.endKey(db.pool, city.id, keyId, now),

  /** This sign is real no more: it was stolen, or copied to another place. False where there is no such sign in use. */
  retire: (city: City, zoneNumber: string, serial: number, now: Temporal.Instant): Promise<boolean> =>
    store.retireSign(db.pool, city.id, zoneNumber, serial, now),
})
export type Signs = ReturnType<typeof createSigns>
