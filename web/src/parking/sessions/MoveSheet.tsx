// Moves a running session to another zone: the zone, what its minutes cost, what the old zone returns, and the difference.
import './change.css'
import { find } from '@parkit/contract/city/places'
import { type MoveQuote, moveQuote, moveZone } from '@parkit/contract/parking/changes'
import type * as contract from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { readZoneRef } from '@parkit/contract/platform/zone-number'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowRight, Hourglass, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { WhichZone, zoneAsked } from '#city/places/places.ts'
import { loadAddMoneySheet } from '#money/account/account.ts'
import { useBalance } from '#money/wallet/wallet.ts'
import { CallError, send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText, hourlyText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { Field } from '#ui/Field.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { toast } from '#ui/toast.ts'
import { useChangeWords } from './change-words.ts'
import { Refusal, StayLine } from './PaymentParts.tsx'
import { authenticateAtBank, dollarsToAdd, nextStep } from './payment.ts'
import { useSessionChanged } from './session-queries.ts'
import { useZoneLookup } from './useZoneLookup.ts'
import { useParkingWords } from './words.ts'

const AddMoneySheet = lazySheet(loadAddMoneySheet)
const mostNearby = 3

type Props = { open: boolean; session: contract.Session; onClose: () => void }

export default function MoveSheet({ open, session, onClose }: Props) {
  const words = useChangeWords()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const updateSession = useSessionChanged()
  const balance = useBalance().data?.Balance
  const [zone, setZone] = useState<string>()
  const [isAtBank, setIsAtBank] = useState(false)
  const [isAddingMoney, setIsAddingMoney] = useState(false)
  const quoting = useQuote(session, open ? zone : undefined)
  const move = useMutation({
    mutationFn: (quote: MoveQuote) =>
      send(
        moveZone,
        { body: { SessionId: session.SessionId, ZoneNumber: quote.ZoneNumber, QuoteId: quote.QuoteId } },
        undefined,
        answer => authenticateAtBank(answer as contract.Started, setIsAtBank),
      ),
    onSuccess: async moved => {
      await updateSession(moved as contract.Started)
      toast.success(words.moveDone((moved as contract.Started).ZoneNumber))
      onClose()
    },
    onError: error => {
      if (error instanceof CallError && nextStep(error) !== 'unsure') quoting.refetch()
    },
  })
  const another = () => {
    move.reset()
    setZone(undefined)
  }
  const paying = move.error instanceof CallError ? move.error : undefined
  const step = paying && nextStep(paying)
  const quote = step === 'unsure' ? move.variables : quoting.isError ? undefined : quoting.data
  const refused = paying ?? (quoting.error instanceof CallError && isOnline ? quoting.error : undefined)
  const missing = session.PaidVia === 'wallet' && quote && balance !== undefined ? quote.Total - balance : 0
  const go = () => {
    if (!quote || move.isPending) return
    if (step !== 'unsure' && Date.parse(quote.ExpiresAt) <= now()) quoting.refetch()
    else move.mutate(quote)
  }
  const button = () => {
    if (!quote) return ''
    if (quote.Total > 0) return words.moveButton(quote.ZoneNumber, moneyText(quote.Total))
    return quote.Total < 0
      ? words.moveReturns(quote.ZoneNumber, moneyText(-quote.Total))
      : words.movePlain(quote.ZoneNumber)
  }
  return (
    <>
      <Sheet
        open={open && !isAtBank && !isAddingMoney}
        onClose={onClose}
        title={words.moveTitle}
        className="change"
        dock={
          zone && (
            <>
              <Refusal error={refused} step={paying ? step : 'show-message'} timeZone={session.TimeZone} />
              {!isOnline && <Banner tone="info">{words.offline}</Banner>}
              {missing > 0 && step !== 'unsure' ? (
                <Button variant="primary" size="amount" block onClick={() => setIsAddingMoney(true)}>
                  {words.addToMove(moneyText(dollarsToAdd(missing)))}
                </Button>
              ) : (
                <Button
                  variant="primary"
                  size="amount"
                  block
                  disabled={!quote || !isOnline}
                  loading={move.isPending}
                  loadingLabel={words.moving}
                  onClick={go}
                >
                  {button() || words.movePlain(zone)}
                </Button>
              )}
            </>
          )
        }
      >
        <p className="t-2">{words.moveText}</p>
        {zone ? (
          <>
            <Signs session={session} zone={zone} name={quote?.Name} />
            <p className="change__other">
              <button
                type="button"
                className="link link--tap"
                disabled={move.isPending || step === 'unsure'}
                onClick={another}
              >
                <Pencil size={18} />
                {words.anotherZone}
              </button>
            </p>
            {quote ? (
              <Price session={session} quote={quote} />
            ) : (
              !refused && (
                <Loading>
                  <Skeleton height={180} radius={16} />
                </Loading>
              )
            )}
          </>
        ) : (
          <ZoneChoice session={session} onChoose={setZone} />
        )}
      </Sheet>
      <AddMoneySheet
        open={open && isAddingMoney}
        dollars={dollarsToAdd(missing)}
        about={
          quote && (
            <StayLine
              place={quote}
              minutes={quote.Minutes}
              endsAt={stayEndText(quote.EndsAt, session.TimeZone, language, now())}
              total={quote.Total}
            />
          )
        }
        resumeAt={`/dashboard?session=${session.SessionId}`}
        onClose={() => setIsAddingMoney(false)}
        onAdded={() => setIsAddingMoney(false)}
      />
    </>
  )
}

/** Again before it expires, and when the session was extended meanwhile. */
const useQuote = (session: contract.Session, ZoneNumber: string | undefined) =>
  useQuery({
    queryKey: ['parking.moveQuote', { id: session.SessionId, ZoneNumber, endsAt: session.EndsAt }],
    queryFn: ({ signal }) =>
      send(moveQuote, { body: { SessionId: session.SessionId, ZoneNumber: ZoneNumber ?? '' } }, signal),
    enabled: ZoneNumber !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: 60_000,
    retry: false,
  })

function Signs({ session, zone, name }: { session: contract.Session; zone: string; name: string | undefined }) {
  const words = useChangeWords()
  return (
    <div className="change__signs">
      <span>
        <Sign zone={session.ZoneNumber} size="md" />
        <span className="t-sm" lang="en">
          {session.Name}
        </span>
      </span>
      <ArrowRight size={26} aria-label={words.to} role="img" />
      <span>
        <Sign zone={zone} size="md" live />
        <span className="t-sm">{name}</span>
      </span>
    </div>
  )
}

function Price({ session, quote }: { session: contract.Session; quote: MoveQuote }) {
  const words = useChangeWords()
  const parking = useParkingWords()
  const language = useLanguage()
  const { ZoneNumber, FromZoneNumber, MaxStayMinutes, Lines, Total } = quote
  const rate = Lines.length === 1 ? (Lines[0]?.HourlyRate ?? null) : null
  const time = stayEndText(quote.EndsAt, session.TimeZone, language, now())
  const warnings = quote.Warnings.map(warning => parking.warnings[warning])
  if (session.RefundsUnused && !quote.RefundsUnused) warnings.push(words.noRefund)
  return (
    <>
      <KeyValue
        className="change__price"
        items={[
          {
            label: words.timeIn(
              durationText(quote.Minutes, language),
              ZoneNumber,
              rate === null ? '' : hourlyText(rate, language),
            ),
            value: moneyText(quote.Parking),
          },
          { label: words.alreadyPaid(FromZoneNumber), value: moneyText(-quote.AlreadyPaid) },
          {
            label: parking.serviceFee,
            value: quote.ServiceFee > 0 || session.ServiceFee === 0 ? moneyText(quote.ServiceFee) : words.paidOnce,
          },
          { label: parking.endsAt, value: quote.EndsAt === session.EndsAt ? words.asBefore(time) : time },
          { label: Total < 0 ? words.youGetBack : words.youPay, value: moneyText(Math.abs(Total)), total: true },
        ]}
      />
      {warnings.map(text => (
        <Banner key={text} tone="warn">
          {text}
        </Banner>
      ))}
      <p className="change__note t-sm t-2">
        <Hourglass size={20} />
        <span>
          {MaxStayMinutes !== null && (
            <Spoken
              text={`${words.maxStay(
                ZoneNumber,
                durationText(MaxStayMinutes, language),
                durationText(quote.UsedMinutes, language),
                FromZoneNumber,
              )} `}
            />
          )}
          {words.once}
        </span>
      </p>
    </>
  )
}

/** The number on the sign, or one of the zones next to where the session is. */
function ZoneChoice({ session, onChoose }: { session: contract.Session; onChoose: (zone: string) => void }) {
  const words = useChangeWords()
  // a session stays in its city
  const lookup = useZoneLookup(session.City)
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [asked, setAsked] = useState<ReturnType<typeof zoneAsked>>(null)
  const [error, setError] = useState<string>()
  const { Latitude, Longitude } = session
  // nobody can move to a zone that is closed, or towed from, at the moment
  const query = { Latitude, Longitude, OpenNow: 'true', Limit: mostNearby + 1 } as const
  const nearby = useQuery({
    queryKey: ['places.nearby', query],
    queryFn: ({ signal }) => send(find, { query }, signal),
  })
  const zones = (nearby.data?.Items ?? []).filter(
    ({ ZoneNumber, City }) => ZoneNumber !== session.ZoneNumber && (session.City ?? City) === City,
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    const found = await lookup.find(typed)
    setIsBusy(false)
    if ('asked' in found) setAsked(zoneAsked(found.asked))
    else if ('fault' in found) setError(found.fault)
    else if (found.zone.ZoneNumber === session.ZoneNumber) setError(words.sameZone)
    else onChoose(found.zone.ZoneNumber)
  }
  if (asked) return <WhichZone asked={asked} typed={typed} onChoose={ref => onChoose(readZoneRef(ref).ZoneNumber)} />
  return (
    <form className="change__zone" onSubmit={submit} noValidate>
      <Field
        label={words.whichZone}
        {...lookup.field}
        value={typed}
        error={error}
        onChange={event => {
          setTyped(lookup.clean(event.target.value))
          setError(undefined)
        }}
      />
      {zones.length > 0 && (
        <Choices label={words.nearby}>
          {zones.slice(0, mostNearby).map(({ ZoneNumber, Name }) => (
            <ChoiceChip key={ZoneNumber} sub={Name} onClick={() => onChoose(ZoneNumber)}>
              {ZoneNumber}
            </ChoiceChip>
          ))}
        </Choices>
      )}
      <Button variant="primary" size="amount" block type="submit" loading={isBusy}>
        {words.continue}
      </Button>
    </form>
  )
}
