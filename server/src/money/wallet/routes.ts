// Mounts the wallet's calls.
import { details } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/money/wallet'
import type { Mount } from '#platform/http.ts'
import type { Wallet } from './wallet.ts'

export const mountWallet = (mount: Mount, wallet: Wallet): void => {
  mount(details, ({ caller }) => wallet.details(caller.driverId))
  mount(contract.activity, ({ caller, query }) => wallet.activity(caller.driverId, query))
  mount(contract.addMoney, ({ idempotencyKey, body }) => wallet.addMoney(idempotencyKey, body))
}
