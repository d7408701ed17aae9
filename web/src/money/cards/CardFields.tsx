// The fields of the card form: the provider's own for the card, ours for the amount; and what came of it.
import './cards.css'
import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import type { StripeElementStyle } from '@stripe/stripe-js'
import { FlaskConical, ShieldCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { readAmount } from '#money/wallet/wallet.ts'
import { useIsSandbox } from '#platform/sandbox.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Field, FieldLabel, Help } from '#ui/Field.tsx'
import { Reload } from '#ui/Reload.tsx'
import { type Authorization, type CardPart, useAuthorization, useProvider } from './authorization.ts'
import { useCardWords } from './words.ts'

/** A card of the sandbox that works, by its fields. */
const testCard = [
  [CardNumberElement, '4242 4242 4242 4242'],
  [CardExpiryElement, '12 / 34'],
  [CardCvcElement, '123'],
] as const
/** The sandbox's own fields can be filled in; Stripe's can't. */
type Fillable = { fill?: (text: string) => void } | null

/** The provider's fields stand in frames of its own, where our style sheets do not reach. */
const frameStyle = (): StripeElementStyle => {
  const ours = getComputedStyle(document.documentElement)
  const token = (name: string) => ours.getPropertyValue(name).trim()
  return {
    base: {
      color: token('--ink'),
      fontSize: token('--fs-lead'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      '::placeholder': { color: token('--ink-2') },
    },
    invalid: { color: token('--stop') },
  }
}

type FormProps = {
  /** the form is shown, so the provider is needed */
  isShown: boolean
  onAuthorized: (methodId: string) => void
  resumeAt?: string | undefined
  /** draws what is around the fields and the button */
  children: (fields: ReactNode, submit: ReactNode, authorization: Authorization) => ReactNode
}

export function CardForm({ isShown, onAuthorized, resumeAt, children }: FormProps) {
  const words = useCardWords()
  const form = useId()
  const [typed, setTyped] = useState('1')
  const provider = useProvider(isShown)
  const authorization = useAuthorization(onAuthorized, resumeAt)
  const failed = provider.isError && <Reload text={words.loadFailed} query={provider} />
  return (
    <Elements stripe={provider.data ?? null}>
      {children(
        <CardFields id={form} authorization={authorization} typed={typed} onType={setTyped} failed={failed} />,
        <Authorize form={form} authorization={authorization} typed={typed} />,
        authorization,
      )}
    </Elements>
  )
}

type Props = {
  id: string
  authorization: Authorization
  typed: string
  onType: (typed: string) => void
  failed: ReactNode
}

function CardFields({ id, authorization, typed, onType, failed }: Props) {
  const words = useCardWords()
  const stripe = useStripe()
  const elements = useElements()
  const sandbox = useIsSandbox()
  const own = useId()
  const [left, setLeft] = useState(false)
  const [style] = useState(frameStyle)
  const { submit, isSaved } = authorization
  const busy = authorization.busy || isSaved
  const amount = readAmount(typed)

  const send = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (amount.dollars !== undefined) void submit(stripe, elements, amount.dollars)
    else document.getElementById(`${own}-amount`)?.focus()
  }
  const fillIn = () => {
    for (const [field, text] of testCard)
      (elements?.getElement(field as typeof CardNumberElement) as Fillable)?.fill?.(text)
  }
  const error = (part: CardPart) => (authorization.wrong?.part === part ? authorization.wrong.text : undefined)
  const options = (placeholder: string) => ({ placeholder, style, disabled: busy })
  return (
    <form id={id} className="form-grid card-form" onSubmit={send} noValidate>
      <p className="t-2">{words.subtitle}</p>
      {failed}
      <Part at={`${own}-number`} label={words.number} off={busy} error={error('number')}>
        <CardNumberElement
          id={`${own}-number`}
          className="card-form__part"
          options={{ ...options(words.numberPlaceholder), showIcon: true }}
        />
      </Part>
      <div className="card-form__two">
        <Part at={`${own}-expiry`} label={words.expiry} off={busy} error={error('expiry')}>
          <CardExpiryElement
            id={`${own}-expiry`}
            className="card-form__part"
            options={options(words.expiryPlaceholder)}
          />
        </Part>
        <Part at={`${own}-cvc`} label={words.cvc} off={busy} error={error('cvc')}>
          <CardCvcElement id={`${own}-cvc`} className="card-form__part" options={options(words.cvcPlaceholder)} />
        </Part>
      </div>
      <Field
        id={`${own}-amount`}
        label={words.amount}
        type="number"
        inputMode="decimal"
        min={1}
        max={500}
        step="0.01"
        required
        value={typed}
        disabled={busy}
        onChange={event => onType(event.target.value)}
        onBlur={() => setLeft(true)}
        error={left && amount.error ? words.amountRange : undefined}
      />
      <Banner
        tone={sandbox ? 'warn' : 'go'}
        icon={sandbox ? <FlaskConical size={22} /> : <ShieldCheck size={22} />}
        live={false}
        action={
          sandbox && (
            <Button size="sm" disabled={busy} onClick={fillIn}>
              {words.useTestCard}
            </Button>
          )
        }
      >
        {sandbox ? (
          <>
            <b>{words.sandbox}.</b> {words.keptSandbox}
          </>
        ) : (
          words.kept
        )}
      </Banner>
    </form>
  )
}

/** A field of the provider's in the frame of ours. */
type PartProps = { at: string; label: string; off: boolean; error: string | undefined; children: ReactNode }

function Part({ at, label, off, error, children }: PartProps) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // the sandbox's own input; Stripe marks the one in its frame itself
    const input = field.current?.querySelector('.card-form__part input')
    if (error) input?.setAttribute('aria-invalid', 'true')
    else input?.removeAttribute('aria-invalid')
    input?.setAttribute('aria-describedby', `${at}-help`)
  }, [at, error])
  return (
    <div ref={field} className="field">
      <FieldLabel at={at} label={label} />
      <div className={cx('input', error && 'input--error', off && 'input--off')}>{children}</div>
      <Help at={at} error={error} />
    </div>
  )
}

/** What came of it, and the button; it belongs to the form by its id, wherever it stands. */
function Authorize({ form, authorization, typed }: Pick<Props, 'authorization' | 'typed'> & { form: string }) {
  const words = useCardWords()
  const { busy, message, isSaved } = authorization
  return (
    <>
      {message && (
        <Banner tone={message.tone}>
          {message.text}
          {message.why && (
            <>
              <br />
              {message.why}
            </>
          )}
        </Banner>
      )}
      <Button
        type="submit"
        form={form}
        variant="primary"
        size="amount"
        block
        disabled={isSaved}
        loading={busy}
        loadingLabel={words.processing}
      >
        {words.authorize(typed)}
      </Button>
    </>
  )
}
