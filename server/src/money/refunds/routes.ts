// Mounts the refund calls.
import * as contract from '@parkit/contract/money/refunds'
import type { Mount } from '#platform/http.ts'
import type { Refunds } from './refunds.ts'

export const mountRefunds = (mount: Mount, refunds: Refunds): void => {
  mount(contract.listRefunds, ({ caller, query }) => refunds.list(caller.driverId, query.SessionId))
  mount(contract.withdrawal, ({ caller }) => refunds.withdrawal(caller.driverId))
  mount(contract.withdraw, ({ idempotencyKey, body, now }) => refunds.withdraw(idempotencyKey, body.Amount, now))
}
