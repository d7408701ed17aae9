// A driver's saved cards, charging one exactly once, and the provider's webhook events.
import { hash } from 'node:crypto'
import type * as contract from '@parkit/contract/money/cards'
import type { config } from '@parkit/contract/money/provider'
import type { Answer, Input } from '@parkit/contract/platform/call'
import { toCents, toDollars } from '@parkit/contract/platform/money'
import { balanceCents } from '#money/ledger/ledger.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { type IdempotencyKey, requireSameInput, systemKey } from '#platform/idempotency.ts'
import { cancel } from '#platform/jobs.ts'
import { captureJob } from './authorizations.ts'
import { type Card, chooseCard, createCardFallback } from './card-fallback.ts'
import { type ChargeStatus, createCharges, keepOnceJob, type ProviderEventHandlers } from './charges.ts'
import { noteCardDecline, requireCardTry } from './decline-limit.ts'
import { isOther, type WarningLog } from './other-keys.ts'
import { createPaymentRecovery } from './payment-recovery.ts'
import type { CardProvider, ProviderEvent } from './provider.ts'
import { createSessionPayments } from './session-payments.ts'
import { createSingleFlight } from './single-flight.ts'
import * as store from './store.ts'

export { noteDecline } from './decline-limit.ts'
export { noteCardKeys, requireTheseKeys, type WaitDeps, waitForKeys } from './other-keys.ts'
export type { CardProvider, Payment, ProviderDispute, ProviderPlan, ProviderRefund } from './provider.ts'
export { createReconciliation, type ReconciledDay, reconcile, startReconciliation } from './reconciliation.ts'
export type { Authorization } from './session-payments.ts'
export { createStripe } from './stripe.ts'
export { findStripeProblems } from './stripe-check.ts'
export { relevantEvents, webhookPath } from './stripe-events.ts'

const scriptUrl = 'https://js.stripe.com/endive/stripe.js'

/** A charge credited to the wallet; with `action` the driver has to answer the bank's challenge first. */
type WalletCharge = {
  chargeId: string
  action: contract.RequiresAction | null
  methodId: string
  methodName: string | null
}

type Deps = ProviderEventHandlers & {
  db: Database
  clock: Clock
  provider: CardProvider
  log: WarningLog
  /** whether many declines make the next try wait */
  limitsDeclines?: boolean
}

/** Throws `unavailable` where the provider does not answer. */
export const orUnavailable = <Result>(answer: Promise<Result>): Promise<Result> =>
  answer.catch(() => refuse('unavailable'))

export const createCards = ({ db, clock, provider, log, limitsDeclines = false, ...eventHandlers }: Deps) => {
  /** In the mode of the keys. Where a row's mode is not known, the provider is asked for it. */
  const findCustomer = async (driverId: string): Promise<string | null> => {
    const known = await store.findCustomer(db.pool, driverId, provider.name, provider.mode)
    const unplaced = known ? null : await store.findCustomer(db.pool, driverId, provider.name, 'unknown')
    if (!unplaced) return known
    const isHere = await provider.hasCustomer(unplaced)
    const otherMode = provider.mode === 'live' ? 'test' : 'live'
    await store.setCustomerMode(db.pool, driverId, provider.name, isHere ? provider.mode : otherMode)
    return isHere ? unplaced : null
  }
  // the provider answers the same customer for the same driver, whichever server asks first
  const findOrCreateCustomer = async (driverId: string): Promise<string> => {
    const known = await findCustomer(driverId)
    if (known) return known
    const customerId = await provider.createCustomer(driverId)
    await store.keepCustomer(db.pool, driverId, provider.name, provider.mode, customerId)
    return customerId
  }
  const singleFlight = createSingleFlight<string>()
  const getCustomer = (driverId: string) => singleFlight(driverId, () => findOrCreateCustomer(driverId))

  /** The default first. Throws `unavailable` where the provider does not answer. */
  const listMethods = (driverId: string): Promise<contract.Method[]> =>
    orUnavailable(getCustomer(driverId).then(provider.listMethods))

  const charges = createCharges({ db, clock, provider, log, getCustomer, ...eventHandlers })
  const { authorizations } = charges
  /** Throws `too_many_requests` after many declines, before the provider is asked. */
  const requireTry = async (driverId: string, fingerprint: string | null = null): Promise<void> => {
    if (limitsDeclines) await requireCardTry(db.pool, { driverId, fingerprint }, clock.now())
  }
  const charge = createCardFallback({ db, charges, listMethods, requireTry })
  /** A saved card of the driver's, or one of a wallet that the driver just confirmed; null for any other id. */
  const findCard = async (driverId: string, methodId: string): Promise<Card | null> => {
    const saved = await listMethods(driverId)
    const chosen = chooseCard(saved, methodId)
    if (chosen) return chosen
    const card = await orUnavailable(provider.findWalletCard(await getCustomer(driverId), methodId))
    return card && { ...card, isNew: !chooseCard(saved, card.Id) }
  }
  const sessionPayments = createSessionPayments({ db, authorizations, charge, listMethods, findCard })
  const recovery = createPaymentRecovery({
    db,
    clock,
    provider,
    log,
    authorize: sessionPayments.authorize,
    listMethods,
  })

  /** The driver's card of that id, or the default. Throws `no_card`, or `bad_input` at `PaymentMethodId`. */
  const requireMethod = async (driverId: string, methodId: string | undefined): Promise<contract.Method> => {
    const card = chooseCard(await listMethods(driverId), methodId || undefined)
    if (!card) return methodId ? refuseField('PaymentMethodId', 'from_list') : refuse('no_card')
    return card
  }

  /** Changes a card of the driver's and lists them again. Throws `not_found`, `unavailable`. */
  const change = async (driverId: string, methodId: string, apply: (customerId: string) => Promise<unknown>) => {
    if (!chooseCard(await listMethods(driverId), methodId)) refuse('not_found')
    await apply(await getCustomer(driverId))
    return listMethods(driverId)
  }

  /** Answers the bank's challenge, if there is one. Throws `card_declined` where no money was or will be taken. */
  const requireNotDeclined = ({ charge, clientSecret }: ChargeStatus): contract.RequiresAction | null => {
    if (charge.state === 'declined' || charge.state === 'void')
      refuse('card_declined', { because: charge.decline_reason })
    return clientSecret === null ? null : { intentId: charge.provider_reference!, ClientSecret: clientSecret }
  }

  /** The id under which a saved card stays, once per driver; any other charge's card as it is. */
  const keepOnce = async (charge: store.ChargeRow): Promise<string> => {
    const { charge_id, driver_id, method_id, purpose, state } = charge
    if (purpose !== 'authorize' || state !== 'released' || isOther(provider, charge)) return method_id
    const kept = await provider.keepOnce(await getCustomer(driver_id), method_id)
    await cancel(db.pool, keepOnceJob, charge_id)
    return kept
  }
  /** Where the provider doesn't answer the job does it. */
  const savedMethodId = (charge: store.ChargeRow): Promise<string> => keepOnce(charge).catch(() => charge.method_id)

  return {
    config: async (): Promise<Answer<typeof config>> => ({
      Provider: provider.name,
      PublishableKey: provider.publishableKey,
      ScriptUrl: provider.name === 'stripe' ? scriptUrl : null,
      Sandbox: provider.name === 'sandbox',
    }),

    getCustomer,
    listMethods,
    requireMethod,
    requireTry,

    chooseDefault: (driverId: string, methodId: string) =>
      change(driverId, methodId, customerId => orUnavailable(provider.chooseDefault(customerId, methodId))),

    changeExpiry: (
      driverId: string,
      { PaymentMethodId, MonthExpiry, YearExpiry }: Input<typeof contract.changeExpiry>['body'],
    ) =>
      change(driverId, PaymentMethodId, async () => {
        const changed = await orUnavailable(
          provider.changeExpiry(PaymentMethodId, Number(MonthExpiry), Number(YearExpiry)),
        )
        if (changed === 'bad_expiry') refuseField('YearExpiry', 'not_past')
      }),

    deleteMethod: (driverId: string, methodId: string) =>
      change(driverId, methodId, () => orUnavailable(provider.deleteMethod(methodId))),

    /** Deletes the driver's cards at the provider and our links to his customers. Throws where the provider does not answer. */
    forget: async (driverId: string): Promise<void> => {
      const customerId = await findCustomer(driverId)
      const saved = customerId ? await provider.listMethods(customerId) : []
      for (const { Id } of saved) await provider.deleteMethod(Id)
      await store.deleteCustomers(db.pool, driverId, provider.name)
    },

    /**
     * Charges a card and credits the wallet; the same key charges once and answers the same again.
     * Throws `no_card`, `wallet_full`, `card_declined`; `payment_pending` while the outcome is unknown.
     */
    chargeToWallet: async (
      idempotencyKey: IdempotencyKey,
      methodId: string | undefined,
      amountCents: number,
    ): Promise<WalletCharge> => {
      const status = await charge(idempotencyKey, {
        first: async () =>
          methodId
            ? ((await findCard(idempotencyKey.callerId, methodId)) ?? refuseField('PaymentMethodId', 'from_list'))
            : requireMethod(idempotencyKey.callerId, undefined),
        mayFallBack: async () => methodId === undefined,
        purpose: 'topUp',
        amountCents,
      })
      const { charge_id, method_id, method_name } = status.charge
      return { chargeId: charge_id, action: requireNotDeclined(status), methodId: method_id, methodName: method_name }
    },

    ...sessionPayments,

    /**
     * Charges the default card off session and credits the wallet; the same key charges once. `mayBegin` is called before
     * the first attempt. Throws `no_card`, `wallet_full`; `payment_pending` while the outcome is unknown.
     */
    chargeAutomatically: async (
      driverId: string,
      key: string,
      amountCents: number,
      mayBegin: () => Promise<boolean>,
    ): Promise<store.ChargeRow['state'] | 'unwanted'> => {
      const begin = async () => {
        const { Id } = await requireMethod(driverId, undefined)
        if (!(await mayBegin())) return null
        return charges.begin(systemKey(driverId, key), 'autoTopUp', Id, amountCents)
      }
      const charge = (await store.findCharge(db.pool, driverId, key)) ?? (await begin())
      return charge ? (await charges.advance(charge)).charge.state : 'unwanted'
    },

    /**
     * Authorizes a card that the browser just created, releases the amount at once and saves the card (D-82). A browser
     * creates a new card each time the button is pressed, so the card's id is the idempotency key.
     */
    createIntent: async (
      driverId: string,
      { PaymentMethodId, Amount }: Input<typeof contract.createIntent>['body'],
    ): Promise<Answer<typeof contract.createIntent>> => {
      const amountCents = toCents(Amount)
      const inputHash = hash('sha256', `${PaymentMethodId} ${amountCents}`, 'buffer')
      const idempotencyKey = { callerId: driverId, key: `create-intent ${PaymentMethodId}`, inputHash }
      const isRepeat = (await store.findCharge(db.pool, driverId, idempotencyKey.key)) !== null
      const fingerprint = isRepeat ? null : await orUnavailable(provider.findFingerprint(PaymentMethodId))
      if (!isRepeat) await requireTry(driverId, fingerprint)
      const charge = await charges.begin(idempotencyKey, 'authorize', PaymentMethodId, amountCents)
      requireSameInput(idempotencyKey, charge.input_hash)
      const status = await charges.advance(charge)
      const isDeclined = status.charge.state === 'declined' || status.charge.state === 'void'
      if (fingerprint && isDeclined) await noteCardDecline(db.pool, fingerprint, clock.now())
      const action = requireNotDeclined(status)
      return {
        intentId: status.charge.provider_reference!,
        ClientSecret: action?.ClientSecret ?? null,
        Status: action ? 'requires_action' : 'authorized',
        PaymentMethodId: await savedMethodId(status.charge),
      }
    },

    /** The outcome of a payment of the driver's after the bank's challenge. Throws `not_found`, `card_declined`. */
    confirm: async (driverId: string, intentId: string): Promise<Answer<typeof contract.confirm>> => {
      const charge = await store.findChargeOfPayment(db.pool, intentId)
      if (charge?.driver_id !== driverId) return refuse('not_found')
      const status = await charges.advance(charge)
      const action = requireNotDeclined(status)
      return {
        intentId,
        PaymentMethodId: await savedMethodId(status.charge),
        ClientSecret: action?.ClientSecret ?? null,
        Status: action ? 'requires_action' : charge.purpose === 'topUp' ? 'succeeded' : 'authorized',
        Balance: toDollars(await balanceCents(db.pool, driverId)),
      }
    },

    jobs: {
      charge: charges.sweep,
      [captureJob]: authorizations.capture,
      [keepOnceJob]: async (chargeId: string) => void (await keepOnce(await store.getCharge(db.pool, chargeId))),
      ...recovery,
    },

    /** Throws unless the provider signed it just now. */
    readEvent: (payload: Buffer, signature: string): ProviderEvent =>
      provider.readEvent(payload, signature, clock.now()),

    takeEvent: charges.takeEvent,
  }
}
export type Cards = ReturnType<typeof createCards>
