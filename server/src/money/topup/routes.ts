// Mounts the automatic top-up's status; its settings are changed through Account/Settings.
import * as contract from '@parkit/contract/money/topup'
import type { Mount } from '#platform/http.ts'
import type { TopUps } from './topup.ts'

export const mountTopUps = (mount: Mount, topUps: TopUps): void => {
  mount(contract.topUpStanding, ({ caller, now }) => topUps.status(caller.driverId, now))
}
