// What the desk sees of a driver and does for him: facts, refunds, call-backs, and messages.
import { createHash } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { desk as limits } from '@parkit/contract/platform/limits'
import { toCents } from '@parkit/contract/platform/money'
import type * as contract from '@parkit/contract/staff/desk-drivers'
import { findPhone } from '#driver/account/account.ts'
import type { Vehicles } from '#driver/vehicles/vehicles.ts'
import type { Refunds } from '#money/refunds/refunds.ts'
import type { Wallet } from '#money/wallet/wallet.ts'
import type { Parking } from '#parking/sessions/sessions.ts'
import type { Staff } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { PageQuery } from '#platform/pagination.ts'
import type { Support } from '#support/support/support.ts'
import * as store from './drivers-store.ts'
import { createProposals } from './proposals.ts'
import { insertAct } from './staff-store.ts'

export type DriversDeps = {
  db: Database
  clock: Clock
  support: Support
  parking: Parking
  wallet: Wallet
  vehicles: Vehicles
  refunds: Refunds
}

const foundOf = ({ driver_id, name, email, phone }: store.DriverRow): contract.Found => ({
  DriverId: driver_id,
  Name: name,
  Email: email,
  Phone: phone,
})

/** Letters and digits alone; null where there are none. */
const lettersOf = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '') || null
/** A session's id as stored, of one typed with or without its dash. */
const sessionOf = (letters: string | null) => letters && `P-${letters.replace(/^P(?=.{10}$)/, '')}`

/** A UUID derived from the idempotency key, so that a repeated request names the same decision. */
const decisionOf = ({ callerId, key }: IdempotencyKey): string => {
  const hex = createHash('sha256').update(`${callerId} ${key}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** The same with the version and the variant of RFC 9562, as ids of calls are checked. */
const withVersion = (id: string): string => `${id.slice(0, 14)}8${id.slice(15, 19)}8${id.slice(20)}`

export const createDrivers = ({ db, support, parking, wallet, vehicles, refunds }: DriversDeps) => {
  const proposals = createProposals({ db, parking, refunds })
  const requireDriver = async (driverId: string) => (await store.findDriver(db.pool, driverId)) ?? refuse('not_found')

  return {
    proposals,

    find: async (typed: string): Promise<Answer<typeof contract.findDrivers>> => {
      const letters = lettersOf(typed)
      const keys = {
        email: typed.toLowerCase().replace(/\s/g, ''),
        phone: typed.includes('@') ? null : findPhone(typed),
        plate: letters,
        sessionId: sessionOf(letters),
      }
      return { Items: (await store.findDrivers(db.pool, keys, limits.mostFound)).map(foundOf) }
    },

    facts: async (driverId: string, now: Temporal.Instant): Promise<Answer<typeof contract.driverFacts>> => {
      const row = await requireDriver(driverId)
      const [owned, { Balance }, Sessions, Activity, Refunds] = await Promise.all([
        vehicles.list(driverId),
        wallet.details(driverId),
        parking.sessions(driverId, {}, now),
        wallet.activity(driverId, {}),
        refunds.list(driverId),
      ])
      return {
        ...foundOf(row),
        Language: row.language,
        Since: row.created_at.toString(),
        Vehicles: owned.map(({ PlateNumber, PlateState, VehicleMake, VehicleModel, VehicleColor }) => ({
          PlateNumber,
          PlateState,
          VehicleMake,
          VehicleModel,
          VehicleColor,
        })),
        Balance,
        Sessions,
        Activity,
        Refunds,
      }
    },

    sessions: async (driverId: string, query: PageQuery, now: Temporal.Instant) => {
      await requireDriver(driverId)
      return parking.sessions(driverId, query, now)
    },
    activity: async (driverId: string, query: PageQuery) => {
      await requireDriver(driverId)
      return wallet.activity(driverId, query)
    },
    session: (driverId: string, id: string, now: Temporal.Instant) => parking.session(driverId, id, now),
    receipt: (driverId: string, id: string, now: Temporal.Instant, language: Language) =>
      parking.receiptPdf(driverId, id, now, language),
    attachment: (driverId: string, id: string) => support.attachments.get(driverId, id),

    /** Throws `not_found` where the session is not this driver's, and what `refunds.decide` throws. */
    refund: async (
      me: Staff,
      { driverId, id }: Input<typeof contract.refund>['params'],
      { Amount, Reason }: Input<typeof contract.refund>['body'],
      idempotencyKey: IdempotencyKey,
      now: Temporal.Instant,
    ): Promise<Answer<typeof contract.refund>> => {
      await parking.requireSession(driverId, id)
      const amountCents = toCents(Amount)
      const decisionId = decisionOf(idempotencyKey)
      if (await proposals.isNeeded(driverId, id, amountCents, now)) {
        const input = { proposalId: withVersion(decisionId), driverId, sessionId: id, amountCents, reason: Reason }
        const Proposal = await proposals.propose(me, input, now)
        return { ...(await refunds.list(driverId, id)), Code: 'needs_approval', Proposal }
      }
      await refunds.decide({
        sessionId: id,
        amountCents,
        reason: Reason,
        owner: me.email,
        decisionId,
        alongside: tx => insertAct(tx, me.staffId, 'refunded', id, { amountCents, reason: Reason, driverId }, now),
      })
      return refunds.list(driverId, id)
    },

    callbacks: (query: PageQuery) => support.callbacks.listAll(query),

    /** Throws `callback_over` where its state does not allow it. */
    moveCallback: (me: Staff, id: string, to: 'called' | 'closed', now: Temporal.Instant) =>
      db.transaction(async tx => {
        await support.callbacks.move(tx, id, to, now)
        const kind = to === 'called' ? 'called' : 'callClosed'
        await insertAct(tx, me.staffId, kind, id, { driverId: await store.findCaller(tx, id) }, now)
        return { Message: '' }
      }),

    emails: (query: PageQuery) => support.emails.listAll(query),
    feedback: (query: PageQuery) => support.listFeedback(query),
  }
}
