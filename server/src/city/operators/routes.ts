// Mounts the calls of operators' machines.
import { occupancy } from '@parkit/contract/city/operators'
import type { Mount } from '#platform/http.ts'
import type { Operator } from './operators.ts'

export const mountOperator = (mount: Mount, operator: Operator): void => {
  mount(occupancy, ({ caller, body, now }) => operator.reportOccupancy(caller, body, now))
}
