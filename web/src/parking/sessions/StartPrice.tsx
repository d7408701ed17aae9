// The price and the button of the start sheet.
import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import type { Quote } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { ChevronDown } from 'lucide-react'
import { lazy, type MouseEvent, Suspense } from 'react'
import { useOfflineWords } from '#parking/attempts/attempts.ts'
import { later } from '#platform/chunk.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { KeyValue } from '#ui/Row.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { dollarsToAdd, newCard } from './payment.ts'
import { lineItems } from './price-text.ts'
import { QuoteError, Warnings } from './StartParts.tsx'
import type { Start } from './useStart.ts'
import { useParkingWords } from './words.ts'

const loadHint = later(() => import('./guards/StayHint.tsx'))
/** A price without it has the warnings of its quote. */
const StayHint = lazy(() =>
  loadHint().catch(() => ({
    default: ({ quote, time }: { quote: Quote; time: (at: string) => string }) => (
      <Warnings warnings={quote.Warnings} quote={quote} time={time} />
    ),
  })),
)

/** What is added inside the sheet before the start goes on. */
export type Adding = 'card' | 'money' | undefined

type PriceProps = {
  start: Start
  zone: Zone
  vehicle: Vehicle
  onChangePlate: () => void
  time: (at: string | number) => string
  endsAt: string
}

export function Price({ start, zone, vehicle, onChangePlate, time, endsAt }: PriceProps) {
  const { payment, quoting } = start
  const words = useParkingWords()
  const offline = useOfflineWords()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const { quote, isFirm } = quoting
  if (!quote && !isOnline) return payment.isStored ? null : <Banner tone="info">{offline.noPrice}</Banner>
  return (
    <>
      <QuoteError error={quoting.error} zone={zone} onRetry={quoting.refetch} />
      {quote ? (
        <>
          <Suspense fallback={<Warnings warnings={quote.Warnings} quote={quote} time={time} live={false} />}>
            <StayHint
              start={start}
              quote={quote}
              zone={zone}
              vehicle={vehicle}
              onChangePlate={onChangePlate}
              time={time}
            />
          </Suspense>
          {quote.Placard && quote.Placard !== 'applied' && <Banner tone="info">{words.placard[quote.Placard]}</Banner>}
          <KeyValue
            className={cx('start__price', !isFirm && 'start__price--old')}
            items={[...lineItems(quote.Lines, words, language), { label: words.endsAt, value: endsAt }]}
          />
        </>
      ) : (
        !quoting.error && (
          <Loading>
            <Skeleton height={96} radius={12} className="start__price" />
          </Loading>
        )
      )}
    </>
  )
}

/** To the ways to pay, which a low screen does not show at once. */
const showWays = ({ currentTarget }: MouseEvent) => {
  const ways = currentTarget.closest('.start')?.querySelector<HTMLElement>('.pays')
  ways?.querySelector<HTMLElement>('input:checked, input')?.focus({ preventScroll: true })
  ways?.scrollIntoView({ block: 'nearest' })
}

/** The total and what pays it, above the button however low the screen is. */
export function Summary({ start: { payWith, quoting } }: { start: Start }) {
  const words = useParkingWords()
  const isOnline = useIsOnline()
  const { quote, isFirm } = quoting
  const chosen = isOnline ? payWith.shown : payWith.payWith
  const card = payWith.methods.find(({ Id }) => Id === chosen)
  const how =
    chosen === 'wallet'
      ? words.wallet
      : chosen === newCard
        ? words.addCard
        : card && `${card.CardType} ${words.ending(card.Last4)}`
  if (!quote) return null
  return (
    <div className="start__sum">
      <dl className={cx(!isFirm && 'start__price--old')}>
        <dt>{words.total}</dt>
        <dd className="num">{moneyText(quote.Total)}</dd>
      </dl>
      {how && (
        <button type="button" className="link link--tap" onClick={showWays}>
          <span className="sr-only">{words.payWith} </span>
          {how}
          <ChevronDown size={18} />
        </button>
      )}
    </div>
  )
}

type PressProps = { start: Start; onFree: (isSure: boolean) => void; onAdd: (what: Adding) => void }

/** What the button says, and does once nothing is doubtful. */
export type Press = { label: string; disabled?: boolean; go: (isSure: boolean) => void }

/** Starts; while offline, stores the start; adds a card or money first where there is none that pays. */
export function usePress({ start, onFree, onAdd }: PressProps): Press {
  const words = useParkingWords()
  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const { payment, payWith, quoting, minutes, pay } = start
  const { quote, isFirm } = quoting
  const isUnsure = payment.step === 'unsure'
  const payLater = async () => {
    if (!(await payment.payLater(minutes))) toast.error(offline.notKept)
  }
  if (!isOnline && !quote) return { label: offline.startLater, go: payLater }
  if (!isUnsure && !payWith.isUndecided) {
    if (payWith.isNewCard)
      return {
        label: quote ? words.addCardToPark(moneyText(quote.Total)) : words.startPlain,
        disabled: !quote || !isFirm,
        go: () => onAdd('card'),
      }
    if (payWith.missing > 0)
      return { label: words.addToPark(moneyText(dollarsToAdd(payWith.missing))), go: () => onAdd('money') }
  }
  return {
    label: quote ? words.start(moneyText(quote.Total)) : words.startPlain,
    disabled: !quote || !isFirm || payWith.isUndecided,
    go: isSure => (quote?.Total === 0 && !isUnsure ? onFree(isSure) : pay()),
  }
}

type ButtonProps = { press: Pick<Press, 'label' | 'disabled'>; isSending: boolean; onPress: () => void }

export function StartButton({ press, isSending, onPress }: ButtonProps) {
  const words = useParkingWords()
  return (
    <Button
      variant="primary"
      size="amount"
      block
      disabled={press.disabled}
      loading={isSending}
      loadingLabel={words.starting}
      onClick={onPress}
    >
      {press.label}
    </Button>
  )
}
