// Apple Pay and Google Pay, through Stripe's Express Checkout Element: shown where this browser has one of them.
import './cards.css'
import { toCents } from '@parkit/contract/platform/money'
import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  AvailablePaymentMethods,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { useMemo, useRef, useState } from 'react'
import { useIsDark } from '#platform/theme.ts'
import { Banner } from '#ui/Banner.tsx'
import { cx } from '#ui/cx.ts'
import { useProvider } from './authorization.ts'
import { useCardWords } from './words.ts'

/** the provider's minimum */
const leastCents = 50

type Props = {
  open: boolean
  /** dollars, as the wallet shows them before the driver confirms */
  total: number
  /** the card is authorized for a stay, and saved to be charged for more time */
  isForStay?: boolean
  /** False where something is asked first: the driver then presses again. */
  mayOpen?: () => boolean
  /** Gets the provider's id of the card that the driver confirmed with, and the total that was shown. */
  onPay: (methodId: string, total: number) => void
  /** whether there is a button to show; false until it is known */
  onAvailable?: (isAvailable: boolean) => void
  /** only finds out whether there is one */
  isProbe?: boolean
}

export default function ExpressButtons({ open, total, isForStay = false, ...props }: Props) {
  const provider = useProvider(open)
  if (!open || !provider.data) return null
  const options: StripeElementsOptionsMode = {
    mode: 'payment',
    currency: 'usd',
    amount: Math.max(leastCents, toCents(total)),
    allowedPaymentMethodTypes: ['card'],
    paymentMethodCreation: 'manual',
    ...(isForStay && { captureMethod: 'manual', setupFutureUsage: 'off_session' }),
  }
  return (
    <Elements stripe={provider.data} options={options}>
      <Buttons total={total} isForStay={isForStay} {...props} />
    </Elements>
  )
}

/** Wallets of the phone alone; the rest are accounts elsewhere. On a dark page their buttons are white. */
const elementOptions = (isDark: boolean): StripeExpressCheckoutElementOptions => ({
  buttonHeight: 48,
  buttonTheme: isDark ? { applePay: 'white', googlePay: 'white' } : { applePay: 'black', googlePay: 'black' },
  layout: { maxColumns: 2, maxRows: 1 },
  paymentMethods: {
    applePay: 'auto',
    googlePay: 'auto',
    amazonPay: 'never',
    klarna: 'never',
    link: 'never',
    paypal: 'never',
  },
})

function Buttons({ total, isForStay, mayOpen, onPay, onAvailable, isProbe }: Omit<Props, 'open'>) {
  const words = useCardWords()
  const stripe = useStripe()
  const elements = useElements()
  const [isShown, setIsShown] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** what the wallet showed: a price may change while it is open */
  const agreed = useRef(total)
  const isDark = useIsDark()
  const options = useMemo(() => elementOptions(isDark), [isDark])

  const show = (methods: AvailablePaymentMethods | undefined) => {
    const isAvailable = Boolean(methods?.applePay || methods?.googlePay)
    setIsShown(isAvailable && !isProbe)
    onAvailable?.(isAvailable)
  }
  const confirm = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    if (!stripe || !elements) return
    const submitted = await elements.submit()
    const made = submitted.error ? submitted : await stripe.createPaymentMethod({ elements })
    if ('paymentMethod' in made && made.paymentMethod) return onPay(made.paymentMethod.id, agreed.current)
    event.paymentFailed({ reason: 'fail' })
    setFailure(made.error?.message || words.somethingWrong)
  }
  return (
    <div className={cx('express', !isShown && 'express--off')} aria-hidden={!isShown}>
      {failure && <Banner tone="stop">{failure}</Banner>}
      <ExpressCheckoutElement
        options={options}
        onReady={({ availablePaymentMethods }) => show(availablePaymentMethods)}
        onLoadError={() => show(undefined)}
        onClick={event => {
          setFailure(undefined)
          if (mayOpen?.() === false) return event.reject()
          agreed.current = total
          event.resolve()
        }}
        onConfirm={event => void confirm(event)}
      />
      {isShown && isForStay && <p className="t-sm t-2 express__note">{words.savedForStay}</p>}
    </div>
  )
}
