// The sandbox's stand-in for Stripe's Express Checkout Element: its events, its buttons, and the sheet that the phone would show.
import { moneyText } from '@parkit/contract/platform/money'
import { cardWords } from './words.ts'

const wallets = { applePay: 'Apple Pay', googlePay: 'Google Pay' } as const
type Wallet = keyof typeof wallets
const types = { applePay: 'apple_pay', googlePay: 'google_pay' } as const

declare global {
  interface Window {
    /** The wallets that the stand-in has: none, unless a test says so. Nobody pays with a wallet without real keys. */
    sandboxWallets?: Wallet[]
  }
}

/** What was confirmed in the sheet, for `createPaymentMethod`. */
export type Confirmed = { wallet: (typeof types)[Wallet]; number: string }

const paying = '4242424242424242'
const declining = '4000000000000002'

const button = (text: string, className: string, press: () => void) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = className
  made.textContent = text
  made.addEventListener('click', press)
  return made
}

/** Resolves the number of the card that pays; undefined where the sheet was closed. */
const openSheet = (wallet: Wallet, amount: number): Promise<string | undefined> =>
  new Promise(resolve => {
    const words = cardWords()
    const dialog = document.createElement('dialog')
    dialog.className = 'bank'
    dialog.setAttribute('aria-labelledby', 'wallet-sheet-title')
    const answer = (number?: string) => () => {
      dialog.close()
      dialog.remove()
      resolve(number)
    }
    const title = document.createElement('h2')
    title.className = 't-h2'
    title.id = 'wallet-sheet-title'
    title.textContent = wallets[wallet]
    const text = document.createElement('p')
    text.textContent = `${words.sandbox} · ${words.walletSheetText}`
    dialog.append(
      title,
      text,
      button(words.walletSheetPay(moneyText(amount / 100)), 'btn btn--primary btn--block', answer(paying)),
      button(words.walletSheetDeclined, 'btn btn--secondary btn--block', answer(declining)),
      button(words.walletSheetCancel, 'btn btn--quiet btn--block', answer()),
    )
    dialog.addEventListener('cancel', answer())
    document.body.append(dialog)
    dialog.showModal()
  })

type Handler = (event: object) => void
type Group = { amount: () => number; confirm: (confirmed: Confirmed) => void }

export const createExpressElement = ({ amount, confirm }: Group) => {
  const handlers = new Map<string, Set<Handler>>()
  const tell = (name: string, event: object = {}) => {
    for (const handler of handlers.get(name) ?? []) handler({ elementType: 'expressCheckout', ...event })
  }
  const buttons = document.createElement('div')
  buttons.className = 'express__buttons'
  const available = window.sandboxWallets ?? []

  const press = (wallet: Wallet) => {
    const expressPaymentType = types[wallet]
    const resolve = async () => {
      const number = await openSheet(wallet, amount())
      if (!number) return tell('cancel')
      confirm({ wallet: expressPaymentType, number })
      tell('confirm', { expressPaymentType, paymentFailed: () => undefined })
    }
    if (handlers.get('click')?.size) tell('click', { expressPaymentType, resolve, reject: () => undefined })
    else void resolve()
  }
  for (const wallet of available) buttons.append(button(wallets[wallet], 'express__button', () => press(wallet)))

  return {
    on: (name: string, handler: Handler) => handlers.set(name, (handlers.get(name) ?? new Set()).add(handler)),
    off: (name: string, handler: Handler) => handlers.get(name)?.delete(handler),
    mount: (place: HTMLElement) => {
      place.append(buttons)
      const has = (wallet: Wallet) => available.includes(wallet)
      const methods = { applePay: has('applePay'), googlePay: has('googlePay') }
      setTimeout(() => tell('ready', { availablePaymentMethods: available.length > 0 ? methods : undefined }))
    },
    update: () => undefined,
    destroy: () => buttons.remove(),
  }
}
