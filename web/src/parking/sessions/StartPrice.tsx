// The price and the button of the start sheet.
import type { Zone } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { ChevronDown } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useOfflineWords } from '#parking/attempts/attempts.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { KeyValue } from '#ui/Row.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { dollarsToAdd, newCard } from './payment.ts'
import { QuoteError, Warnings } from './StartParts.tsx'
import { lineItems } from './session-text.ts'
import type { Start } from './useStart.ts'
import { useParkingWords } from './words.ts'

/** What is added inside the sheet before the start goes on. */
export type Adding = 'card' | 'money' | undefined

type PriceProps = { start: Start; zone: Zone; time: (at: string | number) => string; endsAt: string }

export function Price({ start: { payment, quoting }, zone, time, endsAt }: PriceProps) {
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
          <Warnings quote={quote} time={time} />
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

type ButtonProps = { start: Start; onFree: () => void; onAdd: (what: Adding) => void }

/** Starts; while offline, stores the start; adds a card or money first where there is none that pays. */
export function StartButton({ start, onFree, onAdd }: ButtonProps) {
  const words = useParkingWords()
  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const { payment, payWith, quoting, minutes, pay } = start
  const { quote, isFirm } = quoting
  const look = { variant: 'primary', size: 'amount', block: true } as const
  const payLater = async () => {
    if (!(await payment.payLater(minutes))) toast.error(offline.notKept)
  }
  if (!isOnline && !quote)
    return (
      <Button {...look} onClick={payLater}>
        {offline.startLater}
      </Button>
    )
  if (payment.step !== 'unsure' && !payWith.isUndecided) {
    if (payWith.isNewCard)
      return (
        <Button {...look} disabled={!quote || !isFirm} onClick={() => onAdd('card')}>
          {quote ? words.addCardToPark(moneyText(quote.Total)) : words.startPlain}
        </Button>
      )
    if (payWith.missing > 0)
      return (
        <Button {...look} onClick={() => onAdd('money')}>
          {words.addToPark(moneyText(dollarsToAdd(payWith.missing)))}
        </Button>
      )
  }
  return (
    <Button
      {...look}
      disabled={!quote || !isFirm || payWith.isUndecided}
      loading={payment.isSending}
      loadingLabel={words.starting}
      onClick={() => (quote?.Total === 0 && payment.step !== 'unsure' ? onFree() : pay())}
    >
      {quote ? words.start(moneyText(quote.Total)) : words.startPlain}
    </Button>
  )
}
