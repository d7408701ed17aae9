// Mounts the calls of shared links.
import * as contract from '@parkit/contract/parking/shares'
import type { Mount } from '#platform/http.ts'
import type { Shares } from './shares.ts'

export const mountShares = (mount: Mount, shares: Shares): void => {
  mount(contract.share, ({ caller, params, now }) => shares.share(caller.driverId, params.id, now))
  mount(contract.shared, ({ caller, params }) => shares.shared(caller.driverId, params.id))
  mount(contract.endShare, ({ caller, params }) => shares.endShare(caller.driverId, params.id))
  mount(contract.parkedUntil, ({ params, now }) => shares.parkedUntil(params.code, now))
}
