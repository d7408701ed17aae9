// More time for a running session: three lengths with their prices, and the new end on the button.

import * as contract from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAddMoneySheet } from '#money/account/account.ts'
import { useBalance } from '#money/wallet/wallet.ts'
import { AttemptNote, pressFor, useOfflineWords } from '#parking/attempts/attempts.ts'
import { CallError } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { toast } from '#ui/toast.ts'
import { ExtendHint } from './guards/ExtendHint.tsx'
import { Refusal, StayLine } from './PaymentParts.tsx'
import { dollarsToAdd, usePayment } from './payment.ts'
import { isQuoteExpired, quoteOptions } from './quotes.ts'
import { extensionsWithin, leftText } from './session-text.ts'
import { useParkingWords } from './words.ts'

const AddMoneySheet = lazySheet(loadAddMoneySheet)

const offeredMinutes = [15, 30, 60]
const usualMinutes = 30

type Props = { session: contract.Session; soon: boolean; leftSeconds: number }

export function ExtendPanel({ session, soon, leftSeconds }: Props) {
  const words = useParkingWords()
  const language = useLanguage()
  const balance = useBalance().data?.Balance
  const [pickedMinutes, setPickedMinutes] = useState(usualMinutes)
  const [isAddingMoney, setIsAddingMoney] = useState(false)
  // a quote of an extension counts the whole stay
  const addedMinutes = ({ Minutes }: contract.Quote) => Minutes - session.Minutes
  const time = (at: string) => stayEndText(at, session.TimeZone, language, now())

  const isClosedAfter = (minutes: number) =>
    session.Closure !== undefined &&
    Date.parse(session.Closure.StartsAt) < Date.parse(session.EndsAt) + minutes * minuteMs

  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const payment = usePayment({
    call: contract.extend,
    press: { kind: 'extend', ...pressFor(session), minutesBefore: session.Minutes },
    inputOf: quote => ({
      body: { SessionId: session.SessionId, Minutes: addedMinutes(quote), QuoteId: quote.QuoteId },
    }),
    minutesOf: addedMinutes,
    onDone: extended => toast.success(words.extended(time(extended.EndsAt))),
    onNewQuote: () => chosen?.query?.refetch(),
    onQuoteAgain: () => chosen?.query?.refetch(),
  })
  const offers = extensionsWithin(session, offeredMinutes)
  const quotes = useQueries({
    queries: offers.map(({ minutes, allowed }) => ({
      ...quoteOptions(
        { ZoneNumber: session.ZoneNumber, SessionId: session.SessionId, Minutes: minutes },
        payment.isHeld,
        session.EndsAt,
      ),
      enabled: allowed,
    })),
  })
  const choices = offers.map(({ minutes, allowed }, i) => {
    const query = quotes[i]
    const refused = query?.error instanceof CallError && query.error.code === 'over_max_stay'
    return { minutes, query, allowed: allowed && !refused }
  })
  const possible = choices.filter(choice => choice.allowed)
  const chosen = possible.find(choice => choice.minutes === pickedMinutes) ?? possible.at(-1)
  const quote = chosen?.query?.isError ? undefined : chosen?.query?.data
  const byWallet = session.PaidVia === 'wallet'
  const missing = byWallet && quote && balance !== undefined ? quote.Total - balance : 0
  const failure = chosen?.query?.error

  const pay = () => {
    if (!quote || !chosen?.query) return
    if (!payment.isHeld && isQuoteExpired(quote, now())) chosen.query.refetch()
    else payment.pay(quote)
  }
  return (
    <section className="extend" aria-label={words.extendBy}>
      {soon && (
        // the clock announces the last minutes
        <Banner tone="warn" live={false}>
          {words.endsSoonText(leftText(Math.max(60, leftSeconds), language))}
        </Banner>
      )}
      {possible.length === 0 ? (
        <Banner tone="info">
          {session.Closure && isClosedAfter(offeredMinutes[0]!)
            ? words.atClosing(time(session.Closure.StartsAt))
            : words.atMax(durationText(session.MaxMinutes ?? session.Minutes, language))}
        </Banner>
      ) : (
        <>
          <Choices label={words.extendBy}>
            {choices.map(({ minutes, query, allowed }) => (
              <ChoiceChip
                key={minutes}
                on={minutes === chosen?.minutes}
                disabled={!allowed || payment.isHeld}
                sub={
                  allowed
                    ? query?.data
                      ? moneyText(query.data.Total)
                      : ' '
                    : isClosedAfter(minutes)
                      ? words.zoneClosed
                      : words.pastMax
                }
                onClick={() => {
                  payment.reset()
                  setPickedMinutes(minutes)
                }}
              >
                {words.plusMinutes(minutes)}
              </ChoiceChip>
            ))}
          </Choices>
          {quote && !payment.isHeld && <ExtendHint session={session} quote={quote} />}
          {payment.attempt && <AttemptNote attempt={payment.attempt} />}
          <Refusal
            error={payment.error ?? (failure instanceof CallError && isOnline ? failure : undefined)}
            step={payment.error ? payment.step : 'show-message'}
            timeZone={session.TimeZone}
          />
          {payment.isStored ? null : !isOnline && !quote && chosen ? (
            <>
              <Banner tone="info">{offline.noPrice}</Banner>
              <Button
                variant="primary"
                size="amount"
                block
                onClick={async () => {
                  if (!(await payment.payLater(chosen.minutes))) toast.error(offline.notKept)
                }}
              >
                {offline.extendLater}
              </Button>
            </>
          ) : missing > 0 && payment.step !== 'unsure' ? (
            <Button variant="primary" size="amount" block onClick={() => setIsAddingMoney(true)}>
              {words.addToExtend(moneyText(dollarsToAdd(missing)))}
            </Button>
          ) : (
            <Button
              variant="primary"
              size="amount"
              block
              disabled={!quote}
              loading={payment.isSending}
              loadingLabel={words.extending}
              onClick={pay}
            >
              {quote ? words.extendTo(time(quote.EndsAt), moneyText(quote.Total)) : words.extendPlain}
            </Button>
          )}
          <AddMoneySheet
            open={isAddingMoney}
            dollars={dollarsToAdd(missing)}
            about={
              quote && (
                <StayLine
                  place={session}
                  minutes={addedMinutes(quote)}
                  endsAt={time(quote.EndsAt)}
                  total={quote.Total}
                />
              )
            }
            resumeAt={`/dashboard?session=${session.SessionId}`}
            onClose={() => setIsAddingMoney(false)}
            onAdded={() => setIsAddingMoney(false)}
          />
        </>
      )}
    </section>
  )
}
