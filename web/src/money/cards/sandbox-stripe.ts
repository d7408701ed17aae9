// The sandbox's stand-in for Stripe's script: the same functions, sent to the sandbox's Stripe routes.
import './cards.css'
import { moneyText } from '@parkit/contract/platform/money'
import type { StripeConstructor } from '@stripe/stripe-js'
import type { Part } from './card-format.ts'
import { createElement, type SandboxElement } from './sandbox-element.ts'
import { type Confirmed, createExpressElement } from './sandbox-express.ts'
import { cardWords } from './words.ts'

const root = '/sandbox/stripe/v1'

type Failure = { type: string; message: string; code?: string }
type Outcome<Result> = { result: Result; error?: undefined } | { result?: undefined; error: Failure }

const request = async <Result>(
  key: string,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string>,
): Promise<Outcome<Result>> => {
  const form = new URLSearchParams(fields).toString()
  try {
    const response = await fetch(method === 'GET' ? `${root}${path}?${form}` : `${root}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
      ...(method === 'POST' && { body: form }),
    })
    const body = await response.json()
    return response.ok ? { result: body } : { error: body.error }
  } catch {
    return { error: { type: 'api_connection_error', message: cardWords().unreachable } }
  }
}

const button = (text: string, look: string, press: () => void) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `btn btn--${look} btn--block`
  made.textContent = text
  made.addEventListener('click', press)
  return made
}

/** The bank's dialog (3-D Secure). Resolves whether the driver passed it; Escape fails it. */
const openBankDialog = (amount: string): Promise<boolean> =>
  new Promise(resolve => {
    const words = cardWords()
    const dialog = document.createElement('dialog')
    dialog.className = 'bank'
    dialog.setAttribute('aria-labelledby', 'bank-title')
    const answer = (passed: boolean) => () => {
      dialog.close()
      dialog.remove()
      resolve(passed)
    }
    const title = document.createElement('h2')
    title.className = 't-h2'
    title.id = 'bank-title'
    title.textContent = words.bankTitle
    const mark = document.createElement('p')
    mark.className = 't-strong'
    mark.textContent = `${words.sandbox} · ${amount}`
    const text = document.createElement('p')
    text.textContent = words.bankText
    dialog.append(title, mark, text)
    dialog.append(button(words.bankPass, 'primary', answer(true)), button(words.bankFail, 'quiet', answer(false)))
    dialog.addEventListener('cancel', answer(false))
    document.body.append(dialog)
    dialog.showModal()
  })

type GroupOptions = { amount?: number }

const createElements = (options: GroupOptions = {}) => {
  const made = new Map<Part, SandboxElement>()
  let { amount = 0 } = options
  let confirmed: Confirmed | undefined
  return {
    create: (part: Part | 'expressCheckout', options?: { placeholder?: string; disabled?: boolean }) => {
      if (part === 'expressCheckout')
        return createExpressElement({
          amount: () => amount,
          confirm: card => {
            confirmed = card
          },
        })
      const element = createElement(part, options)
      // a card is typed in three fields: each knows the others
      made.set(part, element)
      return Object.assign(element, { all: made })
    },
    update: (changed: GroupOptions) => {
      amount = changed.amount ?? amount
    },
    submit: async () => ({}),
    /** what a wallet's sheet was confirmed with */
    confirmed: () => confirmed,
    getElement: ({ __elementType }: { __elementType: Part }) => made.get(__elementType) ?? null,
  }
}

type PaymentMethodInput = { card: { all: Map<Part, SandboxElement> } } | { elements: ReturnType<typeof createElements> }

type Intent = { id: string; status: string; amount: number; client_secret: string }
const idOf = (secret: string) => secret.split('_secret_')[0]!

const createStripe = (key: string) => {
  return {
    elements: createElements,

    createPaymentMethod: async (input: PaymentMethodInput) => {
      const words = cardWords()
      if ('elements' in input) {
        const { number = '', wallet = '' } = input.elements.confirmed() ?? {}
        const typed = { 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '2034', 'card[cvc]': '123' }
        const fields = { type: 'card', ...typed, 'card[wallet]': wallet }
        const { result, error } = await request<object>(key, 'POST', '/payment_methods', fields)
        return error ? { error } : { paymentMethod: result }
      }
      const { card } = input
      const incomplete = (['cardNumber', 'cardExpiry', 'cardCvc'] as const).find(
        part => !card.all.get(part)?.complete(),
      )
      if (incomplete) {
        const message = {
          cardNumber: words.numberIncomplete,
          cardExpiry: words.expiryIncomplete,
          cardCvc: words.cvcIncomplete,
        }[incomplete]
        card.all.get(incomplete)?.focus()
        return { error: { type: 'validation_error', code: `incomplete_${incomplete.slice(4).toLowerCase()}`, message } }
      }
      const [month = '', year = ''] = card.all.get('cardExpiry')!.value().split(' / ')
      const { result, error } = await request<object>(key, 'POST', '/payment_methods', {
        type: 'card',
        'card[number]': card.all.get('cardNumber')!.value(),
        'card[exp_month]': String(Number(month)),
        'card[exp_year]': year,
        'card[cvc]': card.all.get('cardCvc')!.value(),
      })
      return error ? { error } : { paymentMethod: result }
    },

    handleNextAction: async ({ clientSecret }: { clientSecret: string }) => {
      const path = `/payment_intents/${idOf(clientSecret)}`
      const found = await request<Intent>(key, 'GET', path, { client_secret: clientSecret })
      if (found.error) return { error: found.error }
      if (found.result.status !== 'requires_action') return { paymentIntent: found.result }
      const passed = await openBankDialog(moneyText(found.result.amount / 100))
      const { result, error } = await request<Intent>(key, 'POST', `${path}/challenge`, {
        client_secret: clientSecret,
        passed: String(passed),
      })
      return error ? { error } : { paymentIntent: result }
    },

    // the library checks that both exist; ParkIt calls neither
    createToken: async () => ({ error: { type: 'invalid_request_error', message: '' } }),
    confirmCardPayment: async () => ({ error: { type: 'invalid_request_error', message: '' } }),
  }
}

/** Sets the global that Stripe's script would set: the libraries find it and load no script. */
export const installSandboxStripe = (): void => {
  window.Stripe ??= Object.assign(createStripe, { version: 'endive' }) as unknown as StripeConstructor
}
