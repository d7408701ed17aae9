// Cards' front door: the cards a driver saved, charging one exactly once, and the provider's messages.
import { hash } from 'node:crypto'
import type * as contract from '@parkit/contract/money/cards'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import { balanceCents } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { type IdempotencyKey, requireSameInput, systemKey } from '#platform/idempotency.ts'
import { captureJob } from './authorizations.ts'
import { createSecondCard } from './card-fallback.ts'
import { createCharging, type HearOfPlan, type Standing, type TakeDispute, type TakeRefund } from './charges.ts'
import { createCollecting } from './payment-recovery.ts'
import type { CardProvider, ProviderEvent } from './provider.ts'
import { createSessionPayments } from './session-payments.ts'
import { createSingleFlight } from './single-flight.ts'
import * as store from './store.ts'

export type { PlanStanding } from './billing.ts'
export { createNightly, startReconciliation } from './nightly.ts'
export type { CardProvider, ProviderDispute, ProviderRefund } from './provider.ts'
export { type Day, reconcile } from './reconciliation.ts'
export type { Hold } from './session-payments.ts'
export { createStripe } from './stripe.ts'

const scriptUrl = 'https://js.stripe.com/endive/stripe.js'

/** The charge with its wallet credited, or the bank's question that the driver has to answer first. */
export type Charged = { chargeId: string; action: contract.RequiresAction | null; methodName: string | null }

type Deps = {
  db: Database
  clock: Clock
  provider: CardProvider
  onRefund: TakeRefund
  onDispute: TakeDispute
  onPlan: HearOfPlan
}

export const createCards = ({ db, clock, provider, onRefund, onDispute, onPlan }: Deps) => {
  // made at the provider when a driver first looks at cards: its key makes it the same one from however many servers
  const makeCustomer = async (driverId: string): Promise<string> => {
    const known = await store.findCustomer(db.pool, driverId, provider.name)
    if (known) return known
    const customerId = await provider.createCustomer(driverId)
    await store.keepCustomer(db.pool, driverId, provider.name, customerId)
    return customerId
  }
  const singleFlight = createSingleFlight<string>()
  const getCustomer = (driverId: string) => singleFlight(driverId, () => makeCustomer(driverId))
  const charging = createCharging({ db, clock, provider, getCustomer, onRefund, onDispute, onPlan })
  const charge = createSecondCard({ db, charging, listMethods: driverId => listMethods(driverId) })

  const sessionPayments = createSessionPayments({
    db,
    charging,
    charge,
    listMethods: driverId => listMethods(driverId),
  })
  const collecting = createCollecting({
    db,
    clock,
    authorize: sessionPayments.authorize,
    listMethods: driverId => listMethods(driverId),
  })

  const asked = <Result>(answer: Promise<Result>): Promise<Result> => answer.catch(() => refuse('unavailable'))

  /** Throws `unavailable` where the provider does not answer. */
  const listMethods = (driverId: string): Promise<contract.Method[]> =>
    asked(getCustomer(driverId).then(provider.listMethods))

  /** The named card of the driver, or the first. Throws `no_card`, or names the field. */
  const requireCardOf = async (driverId: string, methodId: string | undefined): Promise<contract.Method> => {
    const methods = await listMethods(driverId)
    const method = methodId ? methods.find(({ Id }) => Id === methodId) : methods[0]
    if (!method) return methodId ? refuseField('PaymentMethodId', 'from_list') : refuse('no_card')
    return method
  }
  const requireMethod = async (driverId: string, methodId: string | undefined): Promise<string> =>
    (await requireCardOf(driverId, methodId)).Id

  /** Changes a card of the driver's own and lists them anew. Throws `not_found`, `unavailable`. */
  const change = async (driverId: string, methodId: string, how: (customerId: string) => Promise<unknown>) => {
    const methods = await listMethods(driverId)
    if (!methods.some(({ Id }) => Id === methodId)) refuse('not_found')
    await how(await getCustomer(driverId))
    return listMethods(driverId)
  }

  /** Throws `card_declined` where nothing was, or will be, taken. */
  const requireTaken = ({ charge, clientSecret }: Standing): contract.RequiresAction | null => {
    if (charge.state === 'declined' || charge.state === 'void')
      refuse('card_declined', { because: charge.decline_reason })
    return clientSecret === null ? null : { intentId: charge.provider_reference!, ClientSecret: clientSecret }
  }

  return {
    config: async (): Promise<Answer<typeof contract.config>> => ({
      Provider: provider.name,
      PublishableKey: provider.publishableKey,
      ScriptUrl: provider.name === 'stripe' ? scriptUrl : null,
      Sandbox: provider.name === 'sandbox',
    }),

    getCustomer,
    listMethods,
    requireMethod,

    chooseDefault: (driverId: string, methodId: string) =>
      change(driverId, methodId, customerId => asked(provider.chooseDefault(customerId, methodId))),

    changeExpiry: (
      driverId: string,
      { PaymentMethodId, MonthExpiry, YearExpiry }: Input<typeof contract.changeExpiry>['body'],
    ) =>
      change(driverId, PaymentMethodId, async () => {
        const changed = await asked(provider.changeExpiry(PaymentMethodId, Number(MonthExpiry), Number(YearExpiry)))
        if (changed === 'bad_expiry') refuseField('YearExpiry', 'not_past')
      }),

    deleteMethod: (driverId: string, methodId: string) =>
      change(driverId, methodId, () => asked(provider.deleteMethod(methodId))),

    /** Deletes the driver's cards at the provider, and whom he is there. Throws where the provider does not answer. */
    forget: async (driverId: string): Promise<void> => {
      const customerId = await store.findCustomer(db.pool, driverId, provider.name)
      if (!customerId) return
      for (const { Id } of await provider.listMethods(customerId)) await provider.deleteMethod(Id)
      await store.deleteCustomer(db.pool, driverId, provider.name)
    },

    /**
     * Charges a card and credits the wallet; the same key charges once and answers the same again.
     * Throws `no_card`, `wallet_full`, `card_declined`; `payment_pending` while the outcome is unknown.
     */
    chargeToWallet: async (
      once: IdempotencyKey,
      methodId: string | undefined,
      amountCents: number,
    ): Promise<Charged> => {
      const standing = await charge(once, {
        first: () => requireCardOf(once.callerId, methodId),
        mayTryNext: async () => methodId === undefined,
        purpose: 'topUp',
        amountCents,
      })
      const { charge_id, method_name } = standing.charge
      return { chargeId: charge_id, action: requireTaken(standing), methodName: method_name }
    },

    ...sessionPayments,

    /**
     * Charges the first card and credits the wallet though nobody pressed a button; the same key charges once.
     * `mayBegin` is asked before the first try. Throws `no_card`, `wallet_full`; `payment_pending` while the outcome
     * is unknown.
     */
    chargeByItself: async (
      driverId: string,
      key: string,
      amountCents: number,
      mayBegin: () => Promise<boolean>,
    ): Promise<store.ChargeRow['state'] | 'unwanted'> => {
      const begin = async () => {
        const methodId = await requireMethod(driverId, undefined)
        if (!(await mayBegin())) return null
        return charging.begin(systemKey(driverId, key), 'autoTopUp', methodId, amountCents)
      }
      const charge = (await store.findCharge(db.pool, driverId, key)) ?? (await begin())
      return charge ? (await charging.advance(charge)).charge.state : 'unwanted'
    },

    /**
     * Authorises a card that the browser just made, releases the amount at once and saves the card (D-82). A browser
     * makes a new card for each press, so the card is the key: asked again, the same answer.
     */
    createIntent: async (
      driverId: string,
      { PaymentMethodId, Amount }: Input<typeof contract.createIntent>['body'],
    ): Promise<Answer<typeof contract.createIntent>> => {
      const amountCents = toCents(Amount)
      const inputHash = hash('sha256', `${PaymentMethodId} ${amountCents}`, 'buffer')
      const once = { callerId: driverId, key: `create-intent ${PaymentMethodId}`, inputHash }
      const charge = await charging.begin(once, 'authorize', PaymentMethodId, amountCents)
      requireSameInput(once, charge.input_hash)
      const standing = await charging.advance(charge)
      const action = requireTaken(standing)
      return {
        intentId: standing.charge.provider_reference!,
        ClientSecret: action?.ClientSecret ?? null,
        Status: action ? 'requires_action' : 'authorized',
      }
    },

    /** What a payment of the driver's came to, after the bank's question. Throws `not_found`, `card_declined`. */
    confirm: async (driverId: string, intentId: string): Promise<Answer<typeof contract.confirm>> => {
      const charge = await store.findChargeOfPayment(db.pool, intentId)
      if (charge?.driver_id !== driverId) return refuse('not_found')
      const action = requireTaken(await charging.advance(charge))
      return {
        intentId,
        ClientSecret: action?.ClientSecret ?? null,
        Status: action ? 'requires_action' : charge.purpose === 'topUp' ? 'succeeded' : 'authorized',
        Balance: toDollars(await balanceCents(db.pool, driverId)),
      }
    },

    jobs: { charge: charging.sweep, [captureJob]: charging.holding.capture, ...collecting },

    /** Throws unless the provider signed it just now. */
    readEvent: (payload: Buffer, signature: string): ProviderEvent =>
      provider.readEvent(payload, signature, clock.now()),

    takeEvent: charging.takeEvent,
  }
}
export type Cards = ReturnType<typeof createCards>
