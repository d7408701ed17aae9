// The whole table of calls, by the name its feature gives it: what OpenAPI prints and the house test walks.
import * as account from './account.ts'
import * as attempts from './attempts.ts'
import * as automatic from './automatic.ts'
import type { Call } from './call.ts'
import * as callbacks from './callbacks.ts'
import * as cards from './cards.ts'
import * as chat from './chat.ts'
import * as desk from './desk.ts'
import * as deskDrivers from './desk-drivers.ts'
import * as deskMoney from './desk-money.ts'
import * as deskStaff from './desk-staff.ts'
import * as emails from './emails.ts'
import * as notices from './notices.ts'
import * as operator from './operator.ts'
import * as parking from './parking.ts'
import * as past from './past.ts'
import * as places from './places.ts'
import * as profile from './profile.ts'
import * as refunds from './refunds.ts'
import * as subscription from './subscription.ts'
import * as support from './support.ts'
import * as topUp from './top-up.ts'
import * as vehicles from './vehicles.ts'
import * as wallet from './wallet.ts'

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
