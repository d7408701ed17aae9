// The front door of what parks by itself: sessions that extend themselves, and plates that gates see.
import type { Account } from '#account/account.ts'
import type { Options } from '#options/options.ts'
import type { Parking } from '#parking/parking.ts'
import type { Places } from '#places/places.ts'
import type { Database } from '#platform/db.ts'
import type { Vehicles } from '#vehicles/vehicles.ts'
import { createExtending } from './extending.ts'
import { createPlates } from './plates.ts'

export type Deps = {
  db: Database
  parking: Parking
  places: Places
  vehicles: Vehicles
  options: Options
  account: Account
}

export const createAutomatic = (deps: Deps) => {
  const extending = createExtending(deps)
  const plates = createPlates(deps)
  return {
    state: extending.state,
    setAutoExtend: extending.set,
    plateSeen: plates.seen,
    /** What is due; each claims its own transaction. */
    jobs: { ...extending.jobs, ...plates.jobs },
  }
}
export type Automatic = ReturnType<typeof createAutomatic>
