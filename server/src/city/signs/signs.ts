// The entry of printed signs: their signed links, whether one is real, and taking signs and keys out of use.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type * as contract from '@parkit/contract/city/signs'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import * as store from './store.ts'

/** The one city so far, until cities have a table (D-120). */
export const chicago = { id: 1, code: 'chicago', name: 'Chicago' } as const

/** 80 bits: a guess at a thousand a second finds one in 10^13 years. */
const macBytes = 10
const macOf = (key: Buffer, zoneNumber: string, serial: number): string =>
  createHmac('sha256', key)
    .update(`sign\n${chicago.code}\n${zoneNumber}\n${serial}`)
    .digest()
    .subarray(0, macBytes)
    .toString('base64url')

/** The same in constant time. A text is compared, not its bytes: a link has one spelling. */
const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export type SignLink = { zoneNumber: string; serial: number; url: string }

type Deps = { db: Pick<Database, 'pool' | 'transaction'>; publicUrl: string }

export const createSigns = ({ db, publicUrl }: Deps) => ({
  check: async ({
    City,
    ZoneNumber,
    S,
  }: Input<typeof contract.checkSign>['query']): Promise<Answer<typeof contract.checkSign>> => {
    const [, digits, mac = ''] = /^([1-9]\d{0,5})\.([\w-]{14})$/.exec(S) ?? []
    const serial = Number(digits)
    const sign = digits && City === chicago.code ? await store.findSign(db.pool, chicago.id, ZoneNumber, serial) : null
    if (!sign || !isSame(mac, macOf(sign.value, ZoneNumber, serial))) return refuse('sign_foreign')
    if (sign.isRetired) return refuse('sign_retired')
    return { Verified: true, City: chicago.code, CityName: chicago.name, ZoneNumber }
  },

  /**
   * The newest sign in use of each zone, by zone number, made where there is none; with `always` a further one of each.
   * All or nothing, and the same again prints the same links.
   */
  issue: (zoneNumbers: string[], now: Temporal.Instant, always = false): Promise<SignLink[]> =>
    db.transaction(async tx => {
      let key = await store.lockNewestKey(tx, chicago.id)
      if (!key) {
        await store.insertKey(tx, chicago.id, randomBytes(32), now)
        key = (await store.lockNewestKey(tx, chicago.id))!
      }
      await store.insertSigns(tx, chicago.id, zoneNumbers, key.keyId, now, always)
      const signs = await store.listSigns(tx, chicago.id, zoneNumbers)
      return signs.map(({ zoneNumber, serial, value }) => ({
        zoneNumber,
        serial,
        url: `${publicUrl.replace(/\/+$/, '')}/z/${chicago.code}/${zoneNumber}?s=${serial}.${macOf(value, zoneNumber, serial)}`,
      }))
    }),

  /** Signs made from now on use a new key; those on the street stay real. */
  makeKey: (now: Temporal.Instant): Promise<void> => store.insertKey(db.pool, chicago.id, randomBytes(32), now),

  /** No sign of this key is real any more. False where there is no such key in use. */
  endKey: (keyId: number, now: Temporal.Instant): Promise<boolean> => store.endKey(db.pool, chicago.id, keyId, now),

  /** This sign is real no more: it was stolen, or copied to another place. False where there is no such sign in use. */
  retire: (zoneNumber: string, serial: number, now: Temporal.Instant): Promise<boolean> =>
    store.retireSign(db.pool, chicago.id, zoneNumber, serial, now),
})
export type Signs = ReturnType<typeof createSigns>
