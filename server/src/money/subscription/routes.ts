// Mounts the subscription calls.
import * as contract from '@parkit/contract/money/subscription'
import type { Mount } from '#platform/http.ts'
import type { Subscription } from './subscription.ts'

export const mountSubscription = (mount: Mount, subscription: Subscription): void => {
  mount(contract.plans, () => subscription.plans())
  mount(contract.subscription, ({ caller }) => subscription.current(caller.driverId))
  mount(contract.subscribe, ({ idempotencyKey, body }) => subscription.subscribe(idempotencyKey, body.PaymentMethodId))
  mount(contract.changeCard, ({ caller, body }) => subscription.changeCard(caller.driverId, body.PaymentMethodId))
  mount(contract.confirm, ({ caller, body }) => subscription.confirm(caller.driverId, body.intentId))
  mount(contract.cancel, ({ caller }) => subscription.cancel(caller.driverId))
  mount(contract.resume, ({ caller }) => subscription.resume(caller.driverId))
}
