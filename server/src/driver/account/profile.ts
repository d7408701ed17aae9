// The driver's profile and settings: read as one, edited apart. E-mail and phone are changed elsewhere, by a code (D-87).
import type * as contract from '@parkit/contract/driver/account'
import type { update } from '@parkit/contract/driver/profile'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toDollars } from '@parkit/contract/platform/money'
import type { Options } from '#driver/options/options.ts'
import { findStateOrCode } from '#driver/vehicles/vehicles.ts'
import type { TopUpSettings } from '#money/topup/topup.ts'
import type { Driver } from '#platform/auth.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { userOf } from './person.ts'
import { findPhotoUrl } from './photo.ts'
import { updateProfile } from './profile-store.ts'
import * as store from './store.ts'

type Deps = { db: Database; options: Pick<Options, 'get' | 'change'>; topUps: Pick<TopUpSettings, 'change'> }

export const createProfile = ({ db, options, topUps }: Deps) => ({
  profile: async (driverId: string): Promise<Answer<typeof contract.profile>> => {
    const [row, parking, PhotoUrl] = await Promise.all([
      store.getDriver(db.pool, driverId),
      options.get(driverId),
      findPhotoUrl(db.pool, driverId),
    ])
    return {
      ...userOf(row),
      EmailConfirmed: row.email !== null,
      ...parking,
      PhotoUrl,
      DefaultAddAmount: toDollars(row.default_add_cents ?? row.min_balance_cents),
      Language: row.language,
    }
  },

  /** Answers all settings, changed or not. */
  changeSettings: async (
    { driverId, language }: Driver,
    body: Input<typeof contract.settings>['body'],
  ): Promise<Answer<typeof contract.settings>> => {
    const { Language, AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling, ...parking } = body
    // the one that may be refused comes first
    const topUp = await topUps.change(driverId, { AutoTopUp, MinBalance, DefaultAddAmount, TopUpCeiling })
    if (Language) await store.setLanguage(db.pool, driverId, Language)
    return { Language: Language ?? language, ...(await options.change(driverId, parking)), ...topUp }
  },

  /** In cents. While an amount to add was never set, it is the minimum balance (D-30). */
  getTopUpSettings: async (driverId: string) => {
    const row = await store.getDriver(db.pool, driverId)
    return {
      minBalanceCents: row.min_balance_cents,
      defaultAddCents: row.default_add_cents ?? row.min_balance_cents,
    }
  },

  /** Throws `not_found` for another driver's ID, and at `State` where the list lacks it. */
  updateProfile: async (driverId: string, body: Input<typeof update>['body']): Promise<contract.User> => {
    if (body.ID && body.ID.toLowerCase() !== driverId) refuse('not_found')
    const row = await updateProfile(db.pool, driverId, {
      firstName: body.FirstName,
      lastName: body.LastName,
      addressLine1: body.AddressLine1,
      addressLine2: body.AddressLine2,
      city: body.City,
      state: findStateOrCode(body.State) ?? refuseField('State', 'from_list'),
      zipCode: body.ZipCode,
    })
    return userOf(row)
  },
})
