// Mounts the calls of saved places.
import * as contract from '@parkit/contract/city/saved'
import type { Mount } from '#platform/http.ts'
import type { Saved } from './saved.ts'

export const mountSaved = (mount: Mount, { list, save, remove }: Saved): void => {
  mount(contract.listSaved, ({ caller }) => list(caller.driverId))
  mount(contract.savePlace, ({ caller, body, now }) => save(caller.driverId, body, now))
  mount(contract.removeSaved, ({ caller, params, query }) => remove(caller.driverId, params.zone, query.City))
}
