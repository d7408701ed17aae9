// Whom a proven registration signs in: a new driver, the one of that phone, or a quick account that it completes.

import type { QuickPlate } from '#driver/vehicles/vehicles.ts'
import type { Queryable } from '#platform/db.ts'
import * as store from './store.ts'

type AddPlate = (tx: Queryable, driverId: string, plate: QuickPlate) => Promise<void>

/** Who signs in, or what belongs to another account. */
type Settled = { driverId: string; taken?: never } | { taken: 'email_taken' | 'phone_taken' }

/** The phone is proven. */
export const settleRegistration = async (
  tx: Queryable,
  registration: store.Registration,
  addPlate: AddPlate,
  now: Temporal.Instant,
): Promise<Settled> => {
  const { email, phone, plate } = registration
  await store.lockUserName(tx, email ?? phone)
  const settled: Settled = (await store.insertDriver(tx, registration, now))
    ? { driverId: registration.driverId }
    : await settleKnown(tx, registration)
  if (!settled.taken && plate) await addPlate(tx, settled.driverId, plate)
  return settled
}

const settleKnown = async (tx: Queryable, registration: store.Registration): Promise<Settled> => {
  const known = await store.findLogin(tx, registration.phone)
  if (!known) return { taken: 'email_taken' }
  const settled = { driverId: known.driver_id }
  // Quick park asks for no more than the phone
  if (registration.email === null) return settled
  if (await store.completeDriver(tx, known.driver_id, registration)) return settled
  const ownsOtherEmail = known.email !== null && known.email !== registration.email
  return { taken: ownsOtherEmail ? 'phone_taken' : 'email_taken' }
}
