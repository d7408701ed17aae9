// Mounts the calls of placards.
import * as contract from '@parkit/contract/driver/placard'
import type { Mount } from '#platform/http.ts'
import type { Placard } from './placard.ts'

export const mountPlacard = (mount: Mount, { get, state, remove }: Placard): void => {
  mount(contract.placard, ({ caller, now }) => get(caller.driverId, now))
  mount(contract.statePlacard, ({ caller, body, now }) => state(caller.driverId, body, now))
  mount(contract.removePlacard, ({ caller }) => remove(caller.driverId))
}
