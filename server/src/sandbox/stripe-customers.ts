// The sandbox's customers and their saved cards.
import type Stripe from 'stripe'
import type { Queryable } from '#platform/db.ts'
import {
  type Answer,
  type Call,
  errorAnswer,
  getObject,
  invalid,
  ok,
  partOf,
  Refused,
  requireParams,
  save,
  textOf,
} from './stripe-answers.ts'
import { behaviourOf, numberOfTestId, readCard } from './stripe-cards.ts'
import { customer, pageOf, paymentMethod, type WalletType } from './stripe-objects.ts'
import { listObjects, putObject, type Stored } from './stripe-store.ts'

export type SavedCard = Stored<Stripe.PaymentMethod>

const usualExpiry = { exp_month: 12, exp_year: 2034 }

const yearAndMonth = (now: number): [number, number] => {
  const date = Temporal.Instant.fromEpochMilliseconds(now * 1000).toZonedDateTimeISO('UTC')
  return [date.year, date.month]
}

export const isOver = ({ exp_month, exp_year }: Stripe.PaymentMethod.Card, now: number): boolean => {
  const [year, month] = yearAndMonth(now)
  return exp_year * 12 + exp_month < year * 12 + month
}

const saveCard = async (
  { tx, now }: Call,
  typed: { number: string; exp_month: number; exp_year: number; cvc: string },
  name: string | null,
  wallet: WalletType | null = null,
): Promise<SavedCard> => {
  const card = readCard(typed, yearAndMonth(now))
  if ('problem' in card) throw new Refused(errorAnswer(402, { type: 'card_error', ...card.problem }))
  const body = paymentMethod(now, card, { ...typed, name, wallet })
  const saved = { id: body.id, object: body.object, customer: null, body, behaviour: card.behaviour }
  await putObject(tx, saved)
  return saved
}

/** One of the ids of Stripe's test mode makes a new card, as there. */
export const getCard = (call: Call, id: unknown): Promise<SavedCard> => {
  const number = numberOfTestId(textOf(id))
  if (!number) return getObject<Stripe.PaymentMethod>(call.tx, 'payment_method', id)
  return saveCard(call, { ...usualExpiry, number, cvc: number.length === 15 ? '1234' : '123' }, null)
}

export const attach = async (
  { tx, emit }: Call,
  card: SavedCard,
  customerId: string,
): Promise<Stripe.PaymentMethod> => {
  if (card.customer && card.customer !== customerId)
    invalid('The payment method you provided has already been attached to a customer.')
  const body = { ...card.body, customer: customerId }
  await putObject(tx, { ...card, customer: customerId, body })
  if (!card.customer) await emit('payment_method.attached', body)
  return body
}

/** Attaches a card that was set up: a card that is challenged until then no longer is. */
export const attachSetUp = async (call: Call, card: SavedCard, customerId: string): Promise<void> => {
  const body = await attach(call, card, customerId)
  if (card.behaviour === 'challenge_until_set_up')
    await putObject(call.tx, { ...card, customer: customerId, body, behaviour: 'succeeds' })
}

export const createCustomer = async (call: Call): Promise<Answer> => {
  const body = customer(call.now, partOf(call.params.metadata) as Stripe.Metadata)
  return save(call, body)
}

/** The id of a card that belongs to the customer. */
export const requireCardOf = async (tx: Queryable, customerId: string, methodId: unknown): Promise<string> => {
  const card = await getObject<Stripe.PaymentMethod>(tx, 'payment_method', methodId)
  if (card.customer !== customerId)
    invalid('The customer does not have a payment method with the ID given.', { code: 'resource_missing' })
  return card.id
}

export const updateCustomer = async ({ tx, path, params }: Call): Promise<Answer> => {
  const stored = await getObject<Stripe.Customer>(tx, 'customer', path[0])
  const wanted = partOf(params.invoice_settings).default_payment_method
  if (wanted !== undefined)
    stored.body.invoice_settings.default_payment_method = await requireCardOf(tx, stored.id, wanted)
  await putObject(tx, stored)
  return ok(stored.body)
}

export const createCard = async (call: Call): Promise<Answer> => {
  const { type, card, billing_details } = call.params
  if (type !== 'card') invalid('Only cards are taken here.', { param: 'type' })
  const cardParams = partOf(card)
  const year = Number(cardParams.exp_year)
  const typed = {
    number: textOf(cardParams.number).replaceAll(' ', ''),
    exp_month: Number(cardParams.exp_month),
    exp_year: year < 100 ? year + 2000 : year,
    cvc: textOf(cardParams.cvc),
  }
  const wallet = (['apple_pay', 'google_pay'] as const).find(type => type === cardParams.wallet) ?? null
  return ok((await saveCard(call, typed, textOf(partOf(billing_details).name) || null, wallet)).body)
}

export const listCards = async ({ tx, params }: Call): Promise<Answer> => {
  requireParams(params, 'customer')
  const customerId = textOf(params.customer)
  await getObject(tx, 'customer', customerId)
  const cards = await listObjects<Stripe.PaymentMethod>(tx, 'payment_method', customerId)
  return ok(pageOf('/v1/payment_methods', cards, params))
}

export const attachCard = async (call: Call): Promise<Answer> => {
  requireParams(call.params, 'customer')
  await getObject(call.tx, 'customer', call.params.customer)
  const card = await getCard(call, call.path[0])
  const { decline, saves } = behaviourOf(card.behaviour!)
  if (decline && !saves) return errorAnswer(402, { type: 'card_error', ...decline })
  return ok(await attach(call, card, textOf(call.params.customer)))
}

export const updateCard = async ({ tx, path, params, now }: Call): Promise<Answer> => {
  const stored = await getObject<Stripe.PaymentMethod>(tx, 'payment_method', path[0])
  const { exp_month, exp_year } = partOf(params.card)
  const card = stored.body.card!
  card.exp_month = Number(exp_month ?? card.exp_month)
  card.exp_year = Number(exp_year ?? card.exp_year)
  if (!(card.exp_month >= 1 && card.exp_month <= 12) || isOver(card, now))
    invalid('Your card’s expiration date is invalid.', { code: 'invalid_expiry_month', param: 'card[exp_month]' })
  await putObject(tx, stored)
  return ok(stored.body)
}

export const detachCard = async ({ tx, path, emit }: Call): Promise<Answer> => {
  const stored = await getObject<Stripe.PaymentMethod>(tx, 'payment_method', path[0])
  if (!stored.customer) invalid('The payment method you provided is not attached to a customer.')
  const owner = await getObject<Stripe.Customer>(tx, 'customer', stored.customer)
  if (owner.body.invoice_settings.default_payment_method === stored.id) {
    owner.body.invoice_settings.default_payment_method = null
    await putObject(tx, owner)
  }
  const body = { ...stored.body, customer: null }
  await putObject(tx, { ...stored, customer: null, body })
  await emit('payment_method.detached', body)
  return ok(body)
}
