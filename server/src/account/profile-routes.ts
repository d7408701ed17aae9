// Mounts what a driver does with his own record.
import * as contract from '@parkit/contract/profile'
import type { Mount } from '#platform/http.ts'
import type { Profile } from './profile.ts'

export const mountProfile = (mount: Mount, profile: Profile): void => {
  mount(contract.update, ({ body, caller }) => profile.update(caller.driverId, body))
}
