// Editing the profile: name and address. Who the driver is to us stays (D-87).
import type { User } from '@parkit/contract/driver/account'
import type * as contract from '@parkit/contract/driver/profile'
import type { Input } from '@parkit/contract/platform/call'
import { findStateOrCode } from '#driver/vehicles/vehicles.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { userOf } from './person.ts'
import * as store from './profile-store.ts'

export const createProfile = ({ db }: { db: Database }) => ({
  /** Throws `not_found` for somebody else's ID, and at `State` where the list lacks it. */
  update: async (driverId: string, body: Input<typeof contract.update>['body']): Promise<User> => {
    if (body.ID && body.ID.toLowerCase() !== driverId) refuse('not_found')
    const row = await store.updateProfile(db.pool, driverId, {
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
export type Profile = ReturnType<typeof createProfile>
