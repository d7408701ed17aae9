// For tests that make every call: a valid input for each, in an owner's name; a call without one fails them.
import { randomUUID } from 'node:crypto'
import { calls } from '@parkit/contract/calls'
import * as passkeyCalls from '@parkit/contract/driver/passkeys'
import * as cardCalls from '@parkit/contract/money/cards'
import * as callbackCalls from '@parkit/contract/support/callbacks'
import * as chatCalls from '@parkit/contract/support/chat'
import type { TestServer } from '#app/testing.ts'
import { createAuthenticator, sandboxClient } from '#driver/passkeys/testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { consoleSamples } from '#staff/console/samples-testing.ts'
import { formOf, pdf } from '#support/support/testing.ts'

export type Sample = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** What an owner has that others must not reach, by id. */
export type Owned = Record<
  | 'driverId'
  | 'vehicleId'
  | 'otherVehicleId'
  | 'sessionId'
  | 'cardId'
  | 'intentId'
  | 'callbackId'
  | 'attachmentId'
  | 'passkeyId',
  string
>

/** An answer that goes on until its reader leaves: nothing that a single request could wait for. */
export const endless: readonly string[] = ['chat.stream', 'desk.deskStream', 'placeChanges.changes']

const callback = { phone: '3125550123', date: '2026-04-15', time: '10:30' }
const vehicle = {
  VehicleMake: 'HONDA',
  VehicleModel: 'CIVIC',
  PlateNumber: 'SAMPLE 1',
  PlateState: 'Illinois',
  VehicleColor: 'BLUE',
  VehicleYear: '2022',
}
const person = { FirstName: 'Maya', LastName: 'Torres' }
const past = { From: '2026-01-01', To: '2026-12-31', Query: '5101', Status: 'running' }
const position = { Latitude: 41.88, Longitude: -87.63 }
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const credentialParts = { clientDataJSON: 'AAAA' }
const asserted = { ...credential, response: { ...credentialParts, authenticatorData: 'AAAA', signature: 'AAAA' } }
const push = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/1',
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
}

/** By the call's name in the contract's table. Uploads and calls that take nothing need none. */
const samples = (of: Owned): Record<string, Sample> => ({
  'account.complete': { body: { ...person, EmailAddress: 'maya@example.com', Password: 'seven green bays' } },
  'account.endSignIns': { body: { Which: 'others' } },
  'account.changeContact': { body: { EmailAddress: 'maya.new@example.com' } },
  'account.confirmContact': { body: { ChallengeId: '00000000-0000-4000-8000-000000000000', Code: '123456' } },
  'account.confirmEmail': { body: { ChallengeId: '00000000-0000-4000-8000-000000000000', Secret: 'no link' } },
  'account.sendEmailLink': {},
  'recovery.recover': { body: { Codes: [{ ChallengeId: '00000000-0000-4000-8000-000000000000', Code: '123456' }] } },
  'recovery.recoveries': {},
  'recovery.stopRecovery': { body: { RecoveryId: '00000000-0000-4000-8000-000000000000' } },
  'recovery.stopRecoveryByLink': { body: { RecoveryId: '00000000-0000-4000-8000-000000000000', Secret: 'no link' } },
  'account.prove': { body: { Password: 'not the password' } },
  'account.quickRegister': { body: { PhoneNumber: '3125550188', PlateNumber: 'QUICK 1', PlateState: 'Illinois' } },
  'account.register': {
    body: {
      ...person,
      EmailAddress: 'new@example.com',
      PhoneNumber: '3125550177',
      Password: 'seven green bays',
    },
  },
  'account.resetPassword': { body: { NewPassword: 'eight green bays' } },
  'account.sendCode': { body: { Destination: 'driver1@example.com' } },
  'account.settings': {
    body: {
      AutoStart: true,
      AutoExtend: true,
      MaxPaymentOn: true,
      MaxPaymentAmount: 20,
      AutoTopUp: false,
      MinBalance: 5,
      DefaultAddAmount: 20,
      TopUpCeiling: 200,
      Language: 'en',
    },
  },
  'account.token': { body: { grant_type: 'password', username: 'driver1@example.com', password: 'a wrong one' } },
  'placard.statePlacard': { body: { Until: '2028-11-30' } },
  'trusted.answerTrusted': { body: { Code: 'nobody’s', Agree: true } },
  'trusted.inviteTrusted': { body: { Name: 'Mom', Contact: 'mom@example.com' } },
  'trusted.trustedInvitation': { body: { Code: 'nobody’s' } },
  'vehicles.addVehicle': { body: vehicle },
  'vehicles.addRental': { body: { PlateNumber: 'RENTAL 1', PlateState: 'Illinois' } },
  'vehicles.correctPlate': {
    body: { VehicleId: of.otherVehicleId, PlateNumber: 'CORRECT 1', PlateState: 'Illinois' },
  },
  'vehicles.searchVehicles': { query: { Query: '2022 Subaru Ascent' } },
  'vehicles.defaultVehicle': { body: { VehicleId: of.vehicleId } },
  'vehicles.deleteVehicle': { params: { id: of.otherVehicleId } },
  'vehicles.models': { params: { makeId: 474 } },
  'vehicles.updateVehicle': { body: { VehicleId: of.otherVehicleId, ...vehicle } },
  'wallet.activity': { query: { Limit: 20 } },
  'wallet.addMoney': { body: { Amount: 5, PaymentMethodId: of.cardId } },
  'cards.changeExpiry': { body: { PaymentMethodId: of.cardId, MonthExpiry: '12', YearExpiry: '2030' } },
  'cards.chooseDefault': { body: { PaymentMethodId: of.cardId } },
  'cards.confirm': { body: { intentId: of.intentId } },
  'cards.createIntent': {
    body: {
      PaymentMethodId: 'pm_card_visa',
      Amount: 5,
      Currency: 'USD',
      CardType: 'visa',
      MonthExpiry: '12',
      YearExpiry: '2030',
      Last4: '4242',
    },
  },
  'cards.deleteMethod': { params: { id: of.cardId } },
  'passkeys.addPasskey': {
    body: { Credential: { ...credential, response: { ...credentialParts, attestationObject: 'AAAA' } } },
  },
  'passkeys.proveByPasskey': { body: { Credential: asserted } },
  'passkeys.removePasskey': { params: { id: of.passkeyId } },
  'passkeys.renamePasskey': { params: { id: of.passkeyId }, body: { Name: 'Phone' } },
  'passkeys.signInByPasskey': { body: { Credential: asserted } },
  'cities.cities': { query: position },
  'cities.city': { params: { city: 'test' } },
  'exports.apdsPlaces': { params: { city: 'test' } },
  'exports.apdsRates': { params: { city: 'test' } },
  'exports.apdsRights': { params: { city: 'test' } },
  'exports.cdsAggregates': { params: { city: 'test' }, query: { start_time: 1_776_000_000_000 } },
  'exports.cdsAreas': { params: { city: 'test' } },
  'exports.cdsPolicies': { params: { city: 'test' } },
  'exports.cdsSessions': { params: { city: 'test' }, query: { start_time: 1_776_000_000_000 } },
  'exports.cdsSpaces': { params: { city: 'test' } },
  'exports.cdsStatus': { params: { city: 'test' } },
  'exports.cdsZones': { params: { city: 'test' } },
  'exports.countsCsv': { params: { city: 'test' } },
  'exports.ratesCsv': { params: { city: 'test' } },
  'exports.staysCsv': { params: { city: 'test' }, query: { start_time: 1_776_000_000_000 } },
  'exports.zonesCsv': { params: { city: 'test' } },
  'exports.zonesGeoJson': { params: { city: 'test' } },
  'places.find': { query: { ...position, Radius: 500, Query: '5101', Minutes: 60, Features: 'ev', Limit: 5 } },
  'places.forecast': { params: { zone: zones.street } },
  'zoneRules.rules': { params: { zone: zones.street } },
  'places.mapView': { query: { West: -87.64, South: 41.87, East: -87.61, North: 41.89, Zoom: 16 } },
  'places.suggest': { query: { ...position, Query: 'lot' } },
  'places.zone': { params: { zone: zones.street } },
  'changes.changePlate': { body: { SessionId: of.sessionId, VehicleId: of.otherVehicleId } },
  'saved.savePlace': { body: { ZoneNumber: zones.street, Kind: 'other', Label: 'Mom' } },
  'saved.removeSaved': { params: { zone: zones.street } },
  'signs.checkSign': { query: { City: 'chicago', ZoneNumber: zones.street, S: '1.AAAAAAAAAAAAAA' } },
  'parking.extend': { body: { SessionId: of.sessionId, Minutes: 15 } },
  'changes.moveQuote': { body: { SessionId: of.sessionId, ZoneNumber: zones.twoSpaces } },
  'changes.moveZone': { body: { SessionId: of.sessionId, ZoneNumber: zones.twoSpaces } },
  'parking.quote': {
    body: { ZoneNumber: zones.street, VehicleId: of.vehicleId, SessionId: of.sessionId, Minutes: 15 },
  },
  'parking.receiptPdf': { params: { id: of.sessionId }, query: { Print: 'large' } },
  'parking.session': { params: { id: of.sessionId } },
  'parking.sessions': { query: { ...past, VehicleId: of.vehicleId, Sort: 'less-distance', ...position, Limit: 20 } },
  'parking.start': {
    body: { ZoneNumber: zones.garage, VehicleId: of.otherVehicleId, Minutes: 60, PayWith: 'wallet' },
  },
  'parking.stop': { body: { SessionId: of.sessionId } },
  'parking.stopQuote': { params: { id: of.sessionId } },
  'past.months': { query: { ...past, VehicleId: of.vehicleId } },
  'past.sessionsCsv': { query: { ...past, VehicleId: of.vehicleId } },
  'past.visits': { query: { ...past, VehicleId: of.vehicleId } },
  'shares.share': { params: { id: of.sessionId } },
  'shares.shared': { params: { id: of.sessionId } },
  'shares.endShare': { params: { id: of.sessionId } },
  'shares.parkedUntil': { params: { code: 'nobody’s' } },
  'automatic.autoExtend': { params: { id: of.sessionId } },
  'automatic.setAutoExtend': { body: { SessionId: of.sessionId, On: true } },
  'notices.choose': { body: { Kind: 'ends15', Channel: 'mail', On: true } },
  'notices.setReminders': { body: { FirstMinutes: 20, LastMinutes: 10 } },
  'notices.subscribe': { body: push },
  'notices.extendFromPush': { body: { Token: 'nobody’s' } },
  'notices.unsubscribe': { body: { endpoint: push.endpoint } },
  'operator.occupancy': {
    body: { Reports: [{ ZoneNumber: zones.street, Taken: 1, ObservedAt: '2026-04-14T16:59:00Z' }] },
  },
  'operator.plateSeen': {
    body: {
      ZoneNumber: zones.garage,
      PlateNumber: 'SAMPLE 9',
      PlateState: 'Illinois',
      Direction: 'in',
      SeenAt: '2026-04-14T16:59:00Z',
    },
  },
  'refunds.listRefunds': { query: { SessionId: of.sessionId } },
  'refunds.withdraw': { body: { Amount: 1 } },
  'profile.deleteAccount': { body: { Password: 'not the password' } },
  'profile.photo': { query: { v: 'a' } },
  'profile.update': {
    body: {
      ID: '',
      ...person,
      UserName: 'driver1@example.com',
      EmailAddress: 'driver1@example.com',
      PhoneNumber: '3125551001',
      AddressLine1: '1 Wells St',
      AddressLine2: '',
      City: 'Chicago',
      State: 'IL',
      ZipCode: '60601',
      MinBalance: '0',
    },
  },
  'subscription.changeCard': { body: { PaymentMethodId: of.cardId } },
  'subscription.confirm': { body: { intentId: of.intentId } },
  'subscription.subscribe': { body: { PlanId: 'deluxe', PaymentMethodId: of.cardId } },
  'supportHours.hours': { query: position },
  'support.sendFeedback': { body: { Stars: 5, Text: 'Good.', SessionId: of.sessionId } },
  'attempts.tellAttempt': {
    params: { id: '00000000-0000-4000-8000-000000000000' },
    body: {
      Kind: 'stop',
      TriedAt: '2026-04-14T16:59:00Z',
      ZoneNumber: '5101',
      PlateNumber: 'SAMPLE 1',
      PlateState: 'Illinois',
      SessionId: of.sessionId,
      Lost: 1,
      Outcome: 'waiting',
    },
  },
  'callbacks.cancelCallback': { params: { id: of.callbackId } },
  'callbacks.changeCallback': { params: { id: of.callbackId }, body: callback },
  'callbacks.requestCallback': { body: callback },
  'chat.attachment': { params: { id: of.attachmentId } },
  'chat.chat': { query: { Limit: 20 } },
  'chat.discardAttachment': { params: { id: of.attachmentId } },
  'chat.readChat': { body: { Seq: 0 } },
  'chat.say': { body: { text: 'Hello', AttachmentIds: [of.attachmentId], SessionId: of.sessionId } },
  'chat.stream': { query: { After: 0 } },
  ...consoleSamples,
  'deskStaff.acceptInvite': { body: { Secret: 'nobody’s', Name: 'Ana', Password: 'seven green bays' } },
  'desk.answer': { params: { driverId: of.driverId }, body: { text: 'Hello' } },
  'desk.assign': { params: { driverId: of.driverId }, body: { StaffId: null } },
  'desk.close': { params: { driverId: of.driverId }, body: { Seq: 1 } },
  'desk.conversation': { params: { driverId: of.driverId }, query: { Limit: 20 } },
  'desk.conversations': { query: { Show: 'all' } },
  'desk.deskAttachment': { params: { driverId: of.driverId, id: of.attachmentId } },
  'deskStaff.deskSignIn': { body: { Email: 'nobody@example.com', Password: 'a wrong one' } },
  'desk.dropCanned': { params: { id: '00000000-0000-4000-8000-000000000000' } },
  'desk.keepCanned': { body: { Title: 'Hello', English: 'Hello, how can we help?', Spanish: '', Hindi: '' } },
  'desk.reopen': { params: { driverId: of.driverId } },
  'desk.deskAttach': { params: { driverId: of.driverId } },
  'deskStaff.deskConfirm': { body: { ChallengeId: '00000000-0000-4000-8000-000000000000', Code: '123456' } },
  'deskStaff.inviteStaff': { body: { Email: 'new@parkit.example', Role: 'agent' } },
  'deskStaff.removeStaff': { params: { staffId: '00000000-0000-4000-8000-000000000000' } },
  'deskDrivers.acts': { query: { Limit: 20 } },
  'deskDrivers.deskCallbacks': { query: { Limit: 20 } },
  'deskDrivers.deskEmails': { query: { Limit: 20 } },
  'deskDrivers.deskFeedback': { query: { Limit: 20 } },
  'deskDrivers.driverActivity': { params: { driverId: of.driverId }, query: { Limit: 20 } },
  'deskDrivers.driverSessions': { params: { driverId: of.driverId }, query: { Limit: 20 } },
  'deskDrivers.driverFacts': { params: { driverId: of.driverId } },
  'deskDrivers.driverReceipt': { params: { driverId: of.driverId, id: of.sessionId } },
  'deskDrivers.driverSession': { params: { driverId: of.driverId, id: of.sessionId } },
  'deskDrivers.findDrivers': { query: { Query: of.sessionId } },
  'deskDrivers.moveCallback': { params: { id: of.callbackId }, body: { State: 'called' } },
  'deskDrivers.refund': { params: { driverId: of.driverId, id: of.sessionId }, body: { Amount: 1, Reason: 'Sorry' } },
  'deskProposals.proposals': { query: { Limit: 20 } },
  'deskProposals.approveProposal': { params: { id: '00000000-0000-4000-8000-000000000000' } },
  'deskProposals.refuseProposal': {
    params: { id: '00000000-0000-4000-8000-000000000000' },
    body: { Reason: 'Not ours to pay' },
  },
  'deskProposals.withdrawProposal': { params: { id: '00000000-0000-4000-8000-000000000000' } },
  'deskMoney.unclaimed': { query: { Limit: 20 } },
  'deskMoney.payOut': { params: { id: '1' }, body: { Payment: 'TR-1' } },
  'emails.writeEmail': { body: { Subject: 'Hello', Message: 'Hello', AttachmentIds: [of.attachmentId] } },
})

/** Throws for a call that takes something and has no sample here. */
export const sampleOf = (name: string, of: Owned): Sample => {
  const call = calls[name]!
  const sample = samples(of)[name]
  if (!sample && (call.params || call.query || call.body))
    throw new Error(`Give ${name} a sample in samples-testing.ts.`)
  return sample ?? {}
}

/** Ids of the right form that nobody has. */
export const nobodys = (): Owned => ({
  driverId: randomUUID(),
  vehicleId: randomUUID(),
  otherVehicleId: randomUUID(),
  sessionId: 'P-0000000000',
  cardId: 'pm_000000000000000000000000',
  intentId: 'pi_000000000000000000000000',
  callbackId: randomUUID(),
  attachmentId: randomUUID(),
  passkeyId: '0'.repeat(32),
})

/** A driver with something of everything. */
export const createOwner = async (parkit: TestServer): Promise<{ token: string; driverId: string; owned: Owned }> => {
  const driver = await parkit.driver({ dollars: 100 })
  const { token } = driver
  const otherVehicleId = await parkit.addVehicle(token, `OWN ${driver.VehicleId.slice(0, 4)}`)
  const session = await parkit.park(driver)
  const card = { PaymentMethodId: 'pm_card_visa', Amount: 5, Currency: 'USD' }
  const { body: intent } = await parkit.call(cardCalls.createIntent, { body: card }, { token })
  const { body: cards } = await parkit.call(cardCalls.listMethods, {}, { token })
  const { body: asked } = await parkit.call(callbackCalls.requestCallback, { body: callback }, { token })
  const { body: passkey } = await parkit.call(passkeyCalls.passkeyOptions, {}, { token })
  const Credential = createAuthenticator(sandboxClient).create(passkey.Options)
  const { body: passkeys } = await parkit.call(passkeyCalls.addPasskey, { body: { Credential } }, { token })
  const { headers, payload } = formOf(pdf, 'receipt.pdf')
  const attached = await parkit.app.inject({
    method: 'POST',
    url: chatCalls.attach.path,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  })
  const owned = {
    driverId: driver.driverId,
    vehicleId: driver.VehicleId,
    otherVehicleId,
    sessionId: session.SessionId,
    cardId: cards[0]!.Id,
    intentId: intent.intentId,
    callbackId: asked.Id,
    attachmentId: attached.json().AttachmentId as string,
    passkeyId: passkeys.Items[0]!.PasskeyId,
  }
  for (const [what, id] of Object.entries(owned)) if (!id) throw new Error(`The owner has no ${what}.`)
  return { token, driverId: driver.driverId, owned }
}
