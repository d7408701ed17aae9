// Mounts the calls of automatic parking.

import { plateSeen } from '@parkit/contract/city/operators'
import * as contract from '@parkit/contract/parking/automatic'
import type { Mount } from '#platform/http.ts'
import type { Automatic } from './automatic.ts'

export const mountAutomatic = (mount: Mount, automatic: Automatic): void => {
  mount(contract.autoExtend, ({ caller, params, now }) => automatic.state(caller.driverId, params.id, now))
  mount(contract.setAutoExtend, ({ caller, body, now }) =>
    automatic.setAutoExtend(caller.driverId, body.SessionId, body.On, now),
  )
  mount(plateSeen, ({ caller, body, now }) => automatic.plateSeen(caller, body, now))
}
