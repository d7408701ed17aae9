// The calls of Stripe's REST interface that the sandbox answers: handler, parameters and the type of the object answered.
import type Stripe from 'stripe'
import { type Answer, type Call, errorAnswer, getObject, ok } from './stripe-answers.ts'
import * as customers from './stripe-customers.ts'
import * as disputes from './stripe-disputes.ts'
import * as intents from './stripe-intents.ts'
import { takes } from './stripe-params.ts'
import * as refunds from './stripe-refunds.ts'
import * as setups from './stripe-setup.ts'
import { findObject } from './stripe-store.ts'
import * as billing from './stripe-subscriptions.ts'

type Handler = (call: Call) => Promise<Answer>
export type Route = [method: string, path: RegExp, handler: Handler, takes: Set<string>, answers: string]

const retrieve =
  (object: string): Handler =>
  async ({ tx, path }) =>
    ok((await getObject(tx, object, path[0])).body)

const nothing = takes<object>()
const during = ['created.gte', 'created.lt', 'limit', 'starting_after'] as const
const card = takes<Stripe.PaymentMethodCreateParams>(
  'type',
  'card.number',
  'card.exp_month',
  'card.exp_year',
  'card.cvc',
  'billing_details.name',
)

const paymentIntents: Route[] = [
  [
    'POST',
    /^\/v1\/payment_intents$/,
    intents.createIntent,
    takes<Stripe.PaymentIntentCreateParams>(
      'amount',
      'currency',
      'customer',
      'payment_method',
      'allowed_payment_method_types',
      'capture_method',
      'setup_future_usage',
      'statement_descriptor_suffix',
      'metadata.*',
      'confirm',
      'off_session',
      'return_url',
      'use_stripe_sdk',
    ),
    'payment_intent',
  ],
  [
    'GET',
    /^\/v1\/payment_intents$/,
    refunds.listIntents,
    takes<Stripe.PaymentIntentListParams>('customer', ...during),
    'list payment_intent',
  ],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, intents.retrieveIntent, nothing, 'payment_intent'],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    intents.confirmIntent,
    takes<Stripe.PaymentIntentConfirmParams>('payment_method', 'off_session', 'return_url', 'use_stripe_sdk'),
    'payment_intent',
  ],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/cancel$/, intents.cancelIntent, nothing, 'payment_intent'],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/capture$/,
    intents.captureIntent,
    takes<Stripe.PaymentIntentCaptureParams>('amount_to_capture'),
    'payment_intent',
  ],
  [
    'POST',
    /^\/v1\/setup_intents$/,
    setups.createSetup,
    takes<Stripe.SetupIntentCreateParams>(
      'customer',
      'payment_method',
      'allowed_payment_method_types',
      'usage',
      'metadata.*',
      'confirm',
      'return_url',
      'use_stripe_sdk',
    ),
    'setup_intent',
  ],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, retrieve('setup_intent'), nothing, 'setup_intent'],
  [
    'POST',
    /^\/v1\/setup_intents\/(\w+)\/confirm$/,
    setups.confirmSetup,
    takes<Stripe.SetupIntentConfirmParams>('payment_method', 'return_url', 'use_stripe_sdk'),
    'setup_intent',
  ],
  ['POST', /^\/v1\/setup_intents\/(\w+)\/cancel$/, setups.cancelSetup, nothing, 'setup_intent'],
]

const customersAndCards: Route[] = [
  ['POST', /^\/v1\/customers$/, customers.createCustomer, takes<Stripe.CustomerCreateParams>('metadata.*'), 'customer'],
  ['GET', /^\/v1\/customers\/(\w+)$/, retrieve('customer'), nothing, 'customer'],
  [
    'POST',
    /^\/v1\/customers\/(\w+)$/,
    customers.updateCustomer,
    takes<Stripe.CustomerUpdateParams>('invoice_settings.default_payment_method'),
    'customer',
  ],
  ['POST', /^\/v1\/payment_methods$/, customers.createCard, card, 'payment_method'],
  [
    'GET',
    /^\/v1\/payment_methods$/,
    customers.listCards,
    takes<Stripe.PaymentMethodListParams>('customer', 'type', 'limit', 'starting_after'),
    'list payment_method',
  ],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, retrieve('payment_method'), nothing, 'payment_method'],
  [
    'POST',
    /^\/v1\/payment_methods\/(\w+)$/,
    customers.updateCard,
    takes<Stripe.PaymentMethodUpdateParams>('card.exp_month', 'card.exp_year'),
    'payment_method',
  ],
  [
    'POST',
    /^\/v1\/payment_methods\/(\w+)\/attach$/,
    customers.attachCard,
    takes<Stripe.PaymentMethodAttachParams>('customer'),
    'payment_method',
  ],
  ['POST', /^\/v1\/payment_methods\/(\w+)\/detach$/, customers.detachCard, nothing, 'payment_method'],
]

const refundsAndDisputes: Route[] = [
  ['GET', /^\/v1\/disputes$/, disputes.listDisputes, takes<Stripe.DisputeListParams>(...during), 'list dispute'],
  [
    'POST',
    /^\/v1\/refunds$/,
    refunds.createRefund,
    takes<Stripe.RefundCreateParams>('payment_intent', 'amount', 'metadata.*'),
    'refund',
  ],
  [
    'GET',
    /^\/v1\/refunds$/,
    refunds.listRefunds,
    takes<Stripe.RefundListParams>('payment_intent', ...during),
    'list refund',
  ],
  ['GET', /^\/v1\/refunds\/(\w+)$/, refunds.retrieveRefund, nothing, 'refund'],
]

const plans: Route[] = [
  ['POST', /^\/v1\/products$/, billing.createProduct, takes<Stripe.ProductCreateParams>('name'), 'product'],
  [
    'GET',
    /^\/v1\/prices$/,
    billing.listPrices,
    takes<Stripe.PriceListParams>('lookup_keys', 'active', 'limit', 'starting_after'),
    'list price',
  ],
  [
    'POST',
    /^\/v1\/prices$/,
    billing.createPrice,
    takes<Stripe.PriceCreateParams>('product', 'currency', 'unit_amount', 'recurring.interval', 'lookup_key'),
    'price',
  ],
  [
    'POST',
    /^\/v1\/subscriptions$/,
    billing.createSubscription,
    takes<Stripe.SubscriptionCreateParams>(
      'customer',
      'items.price',
      'default_payment_method',
      'payment_behavior',
      'payment_settings.payment_method_types',
      'metadata.*',
    ),
    'subscription',
  ],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, billing.retrieveSubscription, nothing, 'subscription'],
  [
    'POST',
    /^\/v1\/subscriptions\/(\w+)$/,
    billing.updateSubscription,
    takes<Stripe.SubscriptionUpdateParams>('default_payment_method', 'cancel_at_period_end'),
    'subscription',
  ],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, billing.cancelSubscription, nothing, 'subscription'],
  [
    'GET',
    /^\/v1\/invoices$/,
    billing.listInvoices,
    takes<Stripe.InvoiceListParams>('subscription', 'status', 'limit', 'starting_after'),
    'list invoice',
  ],
  ['GET', /^\/v1\/invoices\/(\w+)$/, retrieve('invoice'), nothing, 'invoice'],
  ['POST', /^\/v1\/invoices\/(\w+)\/void$/, billing.voidInvoice, nothing, 'invoice'],
]

/** What the server may call with the secret key. */
export const routes: Route[] = [...paymentIntents, ...customersAndCards, ...refundsAndDisputes, ...plans]

export const notFound = (what: string) =>
  errorAnswer(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${what}).` })

/** Only who was handed the intent's secret may see or move it. */
const withSecret =
  (object: 'payment_intent' | 'setup_intent', handler: Handler): Handler =>
  async call => {
    const found = await findObject<{ client_secret: string | null }>(call.tx, object, call.path[0]!)
    const secret = found?.body.client_secret
    return secret && secret === call.params.client_secret ? handler(call) : notFound(object)
  }

/** Not in Stripe's REST interface: there a wallet hands its script an encrypted card. */
const walletCard = new Set([...card, 'card.wallet'])
const secret = takes<{ client_secret: string }>('client_secret')
const outcome = takes<{ client_secret: string; passed: boolean }>('client_secret', 'passed')
const [payment, setup] = ['payment_intent', 'setup_intent'] as const

/** What a browser may call with the publishable key: make a card, and answer the bank's question. */
export const browserRoutes: Route[] = [
  ['POST', /^\/v1\/payment_methods$/, customers.createCard, walletCard, 'payment_method'],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, withSecret(payment, intents.retrieveIntent), secret, payment],
  ['POST', /^\/v1\/payment_intents\/(\w+)\/challenge$/, withSecret(payment, intents.answerChallenge), outcome, payment],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, withSecret(setup, retrieve(setup)), secret, setup],
  ['POST', /^\/v1\/setup_intents\/(\w+)\/challenge$/, withSecret(setup, setups.answerSetupChallenge), outcome, setup],
]
