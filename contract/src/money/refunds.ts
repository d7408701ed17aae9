// Money on its way back: what a driver withdraws from the wallet, and what is paid back for a session.
import { call } from '../platform/call.ts'
import type * as schemas from './refunds-schemas.ts'

export type * from './refunds-schemas.ts'

export const listRefunds = call<typeof schemas.listRefunds>()('GET', '/api/Wallet/Refunds', 'driver')
export const withdrawal = call<typeof schemas.withdrawal>()('GET', '/api/Wallet/Withdraw', 'driver')
export const withdraw = call<typeof schemas.withdraw>()('POST', '/api/Wallet/Withdraw', 'driver', {
  idempotent: true,
  pays: true,
})
