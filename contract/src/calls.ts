// All calls of the contract with their schemas, by feature and name: the server mounts them, OpenAPI prints them.
import * as cities from './city/cities.ts'
import * as citiesSchemas from './city/cities-schemas.ts'
import * as exports from './city/exports.ts'
import * as exportsSchemas from './city/exports-schemas.ts'
import * as operator from './city/operators.ts'
import * as operatorSchemas from './city/operators-schemas.ts'
import * as placeChanges from './city/place-changes.ts'
import * as placeChangesSchemas from './city/place-changes-schemas.ts'
import * as places from './city/places.ts'
import * as placesSchemas from './city/places-schemas.ts'
import * as saved from './city/saved.ts'
import * as savedSchemas from './city/saved-schemas.ts'
import * as signs from './city/signs.ts'
import * as signsSchemas from './city/signs-schemas.ts'
import * as zoneRules from './city/zone-rules.ts'
import * as zoneRulesSchemas from './city/zone-rules-schemas.ts'
import * as account from './driver/account.ts'
import * as accountSchemas from './driver/account-schemas.ts'
import * as dataExport from './driver/data-export.ts'
import * as dataExportSchemas from './driver/data-export-schemas.ts'
import * as passkeys from './driver/passkeys.ts'
import * as passkeysSchemas from './driver/passkeys-schemas.ts'
import * as placard from './driver/placard.ts'
import * as placardSchemas from './driver/placard-schemas.ts'
import * as profile from './driver/profile.ts'
import * as profileSchemas from './driver/profile-schemas.ts'
import * as recovery from './driver/recovery.ts'
import * as recoverySchemas from './driver/recovery-schemas.ts'
import * as trusted from './driver/trusted.ts'
import * as trustedSchemas from './driver/trusted-schemas.ts'
import * as vehicles from './driver/vehicles.ts'
import * as vehiclesSchemas from './driver/vehicles-schemas.ts'
import * as notices from './messaging/notices.ts'
import * as noticesSchemas from './messaging/notices-schemas.ts'
import * as cards from './money/cards.ts'
import * as cardsSchemas from './money/cards-schemas.ts'
import * as provider from './money/provider.ts'
import * as providerSchemas from './money/provider-schemas.ts'
import * as refunds from './money/refunds.ts'
import * as refundsSchemas from './money/refunds-schemas.ts'
import * as subscription from './money/subscription.ts'
import * as subscriptionSchemas from './money/subscription-schemas.ts'
import * as topUp from './money/topup.ts'
import * as topUpSchemas from './money/topup-schemas.ts'
import * as wallet from './money/wallet.ts'
import * as walletSchemas from './money/wallet-schemas.ts'
import * as attempts from './parking/attempts.ts'
import * as attemptsSchemas from './parking/attempts-schemas.ts'
import * as automatic from './parking/automatic.ts'
import * as automaticSchemas from './parking/automatic-schemas.ts'
import * as changes from './parking/changes.ts'
import * as changesSchemas from './parking/changes-schemas.ts'
import * as past from './parking/past.ts'
import * as pastSchemas from './parking/past-schemas.ts'
import * as parking from './parking/sessions.ts'
import * as parkingSchemas from './parking/sessions-schemas.ts'
import * as shares from './parking/shares.ts'
import * as sharesSchemas from './parking/shares-schemas.ts'
import * as usual from './parking/usual.ts'
import * as usualSchemas from './parking/usual-schemas.ts'
import type { Call, CallSchemas, Declaration } from './platform/call.ts'
import * as consoleImports from './staff/console-imports.ts'
import * as consoleImportsSchemas from './staff/console-imports-schemas.ts'
import * as consoleRules from './staff/console-rules.ts'
import * as consoleRulesSchemas from './staff/console-rules-schemas.ts'
import * as consoleSources from './staff/console-sources.ts'
import * as consoleSourcesSchemas from './staff/console-sources-schemas.ts'
import * as consoleTeam from './staff/console-team.ts'
import * as consoleTeamSchemas from './staff/console-team-schemas.ts'
import * as desk from './staff/desk.ts'
import * as deskDrivers from './staff/desk-drivers.ts'
import * as deskDriversSchemas from './staff/desk-drivers-schemas.ts'
import * as deskMoney from './staff/desk-money.ts'
import * as deskMoneySchemas from './staff/desk-money-schemas.ts'
import * as deskProposals from './staff/desk-proposals.ts'
import * as deskProposalsSchemas from './staff/desk-proposals-schemas.ts'
import * as deskSchemas from './staff/desk-schemas.ts'
import * as deskStaff from './staff/desk-staff.ts'
import * as deskStaffSchemas from './staff/desk-staff-schemas.ts'
import * as callbacks from './support/callbacks.ts'
import * as callbacksSchemas from './support/callbacks-schemas.ts'
import * as chat from './support/chat.ts'
import * as chatSchemas from './support/chat-schemas.ts'
import * as contact from './support/contact.ts'
import * as contactSchemas from './support/contact-schemas.ts'
import * as emails from './support/emails.ts'
import * as emailsSchemas from './support/emails-schemas.ts'
import * as support from './support/feedback.ts'
import * as supportSchemas from './support/feedback-schemas.ts'
import * as supportHours from './support/hours.ts'
import * as supportHoursSchemas from './support/hours-schemas.ts'

type Exports = Record<string, unknown>

const features: Record<string, [calls: Exports, schemas: Exports]> = {
  account: [account, accountSchemas],
  passkeys: [passkeys, passkeysSchemas],
  recovery: [recovery, recoverySchemas],
  placard: [placard, placardSchemas],
  trusted: [trusted, trustedSchemas],
  vehicles: [vehicles, vehiclesSchemas],
  wallet: [wallet, walletSchemas],
  cards: [cards, cardsSchemas],
  provider: [provider, providerSchemas],
  cities: [cities, citiesSchemas],
  exports: [exports, exportsSchemas],
  places: [places, placesSchemas],
  placeChanges: [placeChanges, placeChangesSchemas],
  saved: [saved, savedSchemas],
  signs: [signs, signsSchemas],
  zoneRules: [zoneRules, zoneRulesSchemas],
  parking: [parking, parkingSchemas],
  changes: [changes, changesSchemas],
  attempts: [attempts, attemptsSchemas],
  past: [past, pastSchemas],
  shares: [shares, sharesSchemas],
  usual: [usual, usualSchemas],
  automatic: [automatic, automaticSchemas],
  notices: [notices, noticesSchemas],
  operator: [operator, operatorSchemas],
  refunds: [refunds, refundsSchemas],
  subscription: [subscription, subscriptionSchemas],
  topUp: [topUp, topUpSchemas],
  profile: [profile, profileSchemas],
  dataExport: [dataExport, dataExportSchemas],
  support: [support, supportSchemas],
  callbacks: [callbacks, callbacksSchemas],
  contact: [contact, contactSchemas],
  supportHours: [supportHours, supportHoursSchemas],
  chat: [chat, chatSchemas],
  emails: [emails, emailsSchemas],
  consoleImports: [consoleImports, consoleImportsSchemas],
  consoleRules: [consoleRules, consoleRulesSchemas],
  consoleSources: [consoleSources, consoleSourcesSchemas],
  consoleTeam: [consoleTeam, consoleTeamSchemas],
  desk: [desk, deskSchemas],
  deskDrivers: [deskDrivers, deskDriversSchemas],
  deskMoney: [deskMoney, deskMoneySchemas],
  deskProposals: [deskProposals, deskProposalsSchemas],
  deskStaff: [deskStaff, deskStaffSchemas],
}

const isCall = (value: unknown): value is Call => typeof value === 'object' && value !== null && 'path' in value
const entries = Object.entries(features).flatMap(([feature, [calls, schemas]]) =>
  Object.entries(calls).flatMap(([name, call]) =>
    isCall(call) ? [{ feature, name, call, schemas: schemas[name] }] : [],
  ),
)
const declarations = new Map<Call, Declaration>(
  entries.map(({ call, schemas }) => [call, { ...call, ...(schemas as CallSchemas) }]),
)

export const declarationOf = (call: Call): Declaration => {
  const declaration = declarations.get(call)
  if (!declaration) throw new Error(`${call.method} ${call.path} is missing in contract/src/calls.ts`)
  return declaration
}

/** Feature and name → call. */
export const calls: Record<string, Declaration> = Object.fromEntries(
  entries.map(({ feature, name, call }) => [`${feature}.${name}`, declarationOf(call)]),
)
