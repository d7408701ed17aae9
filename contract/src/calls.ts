// The whole table of calls, by the name its feature gives it: what OpenAPI prints and the house test walks.

import * as operator from './city/operators.ts'
import * as places from './city/places.ts'
import * as account from './driver/account.ts'
import * as profile from './driver/profile.ts'
import * as vehicles from './driver/vehicles.ts'
import * as notices from './messaging/notices.ts'
import * as cards from './money/cards.ts'
import * as refunds from './money/refunds.ts'
import * as subscription from './money/subscription.ts'
import * as topUp from './money/topup.ts'
import * as wallet from './money/wallet.ts'
import * as attempts from './parking/attempts.ts'
import * as automatic from './parking/automatic.ts'
import * as past from './parking/past.ts'
import * as parking from './parking/sessions.ts'
import type { Call } from './platform/call.ts'
import * as desk from './staff/desk.ts'
import * as deskDrivers from './staff/desk-drivers.ts'
import * as deskMoney from './staff/desk-money.ts'
import * as deskStaff from './staff/desk-staff.ts'
import * as callbacks from './support/callbacks.ts'
import * as chat from './support/chat.ts'
import * as emails from './support/emails.ts'
import * as support from './support/feedback.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'answer' in value

/** Feature and name → call. */
export const calls: Record<string, Call> = Object.fromEntries(
  Object.entries({
    account,
    vehicles,
    wallet,
    cards,
    places,
    parking,
    attempts,
    past,
    automatic,
    notices,
    operator,
    refunds,
    subscription,
    topUp,
    profile,
    support,
    callbacks,
    chat,
    emails,
    desk,
    deskDrivers,
    deskMoney,
    deskStaff,
  }).flatMap(([feature, declared]) =>
    Object.entries(declared).flatMap(([name, value]) => (isCall(value) ? [[`${feature}.${name}`, value]] : [])),
  ),
)
