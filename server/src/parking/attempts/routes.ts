// Mounts the calls of offline attempts.
import * as contract from '@parkit/contract/parking/attempts'
import type { Mount } from '#platform/http.ts'
import type { Attempts } from './attempts.ts'

export const mountAttempts = (mount: Mount, attempts: Attempts): void => {
  mount(contract.tellAttempt, ({ params, body, caller, now }) => attempts.save(caller.driverId, params.id, body, now))
  mount(contract.attempts, ({ caller }) => attempts.list(caller.driverId))
}
