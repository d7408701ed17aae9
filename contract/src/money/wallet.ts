// The wallet: what is in it, what moved, and money added from a card.
import { call } from '../platform/call.ts'
import type * as schemas from './wallet-schemas.ts'

export type * from './wallet-schemas.ts'

export const activity = call<typeof schemas.activity>()('GET', '/api/Wallet/Activity', 'driver')
export const addMoney = call<typeof schemas.addMoney>()('POST', '/api/Wallet/AddMoney', 'driver', {
  idempotent: true,
  pays: true,
})
