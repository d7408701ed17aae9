// Money on its way back: what a driver withdraws from the wallet, and what is paid back for a session.
import { call } from '../platform/call.ts'
import type * as schemas from './refunds-schemas.ts'

export type * from './refunds-schemas.ts'

export const listRefunds = call<typeof schemas.listRefunds>()({
  method: 'GET',
  path: '/api/Wallet/Refunds',
  who: 'driver',
})

export const withdrawal = call<typeof schemas.withdrawal>()({
  method: 'GET',
  path: '/api/Wallet/Withdraw',
  who: 'driver',
})

export const withdraw = call<typeof schemas.withdraw>()({
  method: 'POST',
  path: '/api/Wallet/Withdraw',
  who: 'driver',
  idempotent: true,
})
