// The wallet that fills itself: below which balance, with how much, up to how much a month, and what put it off.
import { call } from '../platform/call.ts'
import type * as schemas from './topup-schemas.ts'

export type * from './topup-schemas.ts'

export const topUpStanding = call<typeof schemas.topUpStanding>()('GET', '/api/Wallet/TopUp', 'driver')
