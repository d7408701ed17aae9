// Whom a proven registration signs in: a new driver, the one of that phone, or a quick account that it completes.
import type { Queryable } from '#platform/db.ts'
import type { QuickPlate } from '#vehicles/vehicles.ts'
import * as store from './store.ts'

type AddPlate = (tx: Queryable, driverId: string, plate: QuickPlate) => Promise<void>

/** The phone is proven. None where the e-mail, or an account that has its own e-mail, stands in the way. */
export const settleRegistration = async (
  tx: Queryable,
  registration: store.Registration,
  addPlate: AddPlate,
  now: Temporal.Instant,
): Promise<string | null> => {
  const { email, phone, plate } = registration
  await store.lockUserName(tx, email ?? phone)
  const driverId = (await store.insertDriver(tx, registration, now))
    ? registration.driverId
    : await settleKnown(tx, registration)
  if (driverId && plate) await addPlate(tx, driverId, plate)
  return driverId
}

const settleKnown = async (tx: Queryable, registration: store.Registration): Promise<string | null> => {
  const known = await store.findLogin(tx, registration.phone)
  if (!known) return null
  // Quick park asks for no more than the phone
  if (registration.email === null) return known.driver_id
  return (await store.completeDriver(tx, known.driver_id, registration)) ? known.driver_id : null
}
