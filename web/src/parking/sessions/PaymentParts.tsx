// Parts of a payment: what it is for, the wallet or a saved card to choose from, and why a payment was refused.
import './payment.css'
import type { Method } from '@parkit/contract/money/cards'
import { moneyText } from '@parkit/contract/platform/money'
import { CircleCheck, CirclePlus, CreditCard, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#platform/address.tsx'
import type { CallError } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/Panel.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { type NextStep, newCard } from './payment.ts'
import { useParkingWords } from './words.ts'

const wallet = 'wallet'

type StayProps = {
  place: { ZoneNumber: string; Name: string }
  minutes: number
  endsAt: string
  total: number | undefined
}

/** The place and the stay, above what is added to pay for it. */
export function StayLine({ place, minutes, endsAt, total }: StayProps) {
  const words = useParkingWords()
  const language = useLanguage()
  return (
    <div className="stay-line">
      <Sign zone={place.ZoneNumber} size="sm" />
      <span className="grow">
        <span className="row__t" lang="en">
          {place.Name}
        </span>
        <span className="row__s">
          <Spoken text={words.untilValue(durationText(minutes, language), endsAt)} />
        </span>
      </span>
      {total !== undefined && <span className="row__v num">{moneyText(total)}</span>}
    </div>
  )
}

type PayChoiceProps = {
  /** a card's id, the wallet, or a new card */
  chosen: string | undefined
  methods: readonly Method[]
  /** dollars; absent while it is not known */
  balance: number | undefined
  missing: number
  disabled: boolean
  onChoose: (payWith: string) => void
}

export function PayChoice({ chosen, methods, balance, missing, disabled, onChoose }: PayChoiceProps) {
  const words = useParkingWords()
  const short = chosen === wallet && missing > 0
  const tile = (id: string, icon: ReactNode, title: string, sub: ReactNode) => (
    <label key={id} className={cx('pay', chosen === id && 'pay--on')}>
      <input
        type="radio"
        name="pay-with"
        className="sr-only"
        checked={chosen === id}
        disabled={disabled}
        onChange={() => onChoose(id)}
      />
      {icon}
      <span className="grow">
        <span className="row__t">{title}</span>
        <span className={id === wallet && short ? 'row__s stop' : 'row__s'}>{sub}</span>
      </span>
      {chosen === id && <CircleCheck size={20} />}
    </label>
  )
  return (
    <fieldset className="pays">
      <legend className="label">{words.payWith}</legend>
      {tile(
        wallet,
        <Wallet size={24} />,
        words.wallet,
        balance !== undefined && <Facts items={[moneyText(balance), short && words.walletShort(moneyText(missing))]} />,
      )}
      {methods.map(({ Id, CardType, Last4 }) => tile(Id, <CreditCard size={24} />, CardType, words.ending(Last4)))}
      {tile(newCard, <CirclePlus size={24} />, words.addCard, words.addCardHint)}
    </fieldset>
  )
}

type RefusalProps = { error: CallError | undefined; step: NextStep | undefined; timeZone: string }

export function Refusal({ error, step, timeZone }: RefusalProps) {
  const words = useParkingWords()
  const language = useLanguage()
  if (!error) return null
  const { body } = error
  const time = (at: unknown) => (typeof at === 'string' ? stayEndText(at, timeZone, language, now()) : '')
  const text = () => {
    if (error.status === 0) return `${words.noAnswer}. ${words.unsure}`
    if (step === 'unsure') return `${error.message} ${words.unsure}`
    if (error.code === 'already_parked' && typeof body.Name === 'string')
      return words.alreadyParkedAt(body.Name, time(body.Until))
    if (error.code === 'no_return' && body.AllowedFrom) return words.backAllowed(time(body.AllowedFrom))
    if (error.code === 'insufficient_funds' && typeof body.Missing === 'number')
      return words.missing(moneyText(body.Missing))
    return error.message
  }
  return (
    <Banner
      tone={step === 'new-quote' || step === 'unsure' ? 'warn' : 'stop'}
      action={
        step === 'view-session' && (
          <Link className="link link--tap" to={`/dashboard?session=${body.SessionId}`}>
            {words.viewSession}
          </Link>
        )
      }
    >
      {text()}
    </Banner>
  )
}
