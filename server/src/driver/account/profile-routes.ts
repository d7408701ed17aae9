// Mounts what a driver does with his own record.
import * as contract from '@parkit/contract/driver/profile'
import type { Mount } from '#platform/http.ts'
import type { OwnData } from './own-data.ts'
import type { Profile } from './profile.ts'

export const mountProfile = (mount: Mount, profile: Profile): void => {
  mount(contract.update, ({ body, caller }) => profile.update(caller.driverId, body))
}

export const mountOwnData = (mount: Mount, ownData: OwnData): void => {
  mount(contract.exportData, ({ caller, now, reply }) => {
    reply.header('content-disposition', 'attachment; filename="ParkIt.json"')
    return ownData.exportData(caller.driverId, now)
  })
  mount(contract.deleteAccount, ({ body, caller, now }) => ownData.deleteAccount(caller, body, now))
}
