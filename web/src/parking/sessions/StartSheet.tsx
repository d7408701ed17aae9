// The start sheet: place, vehicle, time, price, payment. What it shows is what is charged.
import { zoneOptions } from '#city/places/places.ts'
import { AttemptNote, useOfflineWords } from '#parking/attempts/attempts.ts'
import './start-sheet.css'
import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/sessions'
import { longestStayMinutes, stayStepMinutes } from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { vehicleName } from '#driver/vehicles/vehicles.ts'
import { useBalance } from '#money/wallet/wallet.ts'
import { navigate, useLocation } from '#platform/address.tsx'
import { CallError } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { endText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { snap } from '#ui/duration.ts'
import { Plate } from '#ui/Plate.tsx'
import { Question } from '#ui/Question.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { PayChoice, Refusal } from './PaymentParts.tsx'
import { dollarsToAdd, usePayment, usePayWith } from './payment.ts'
import { useQuote } from './quotes.ts'
import { Head, QuoteError, Warnings } from './StartParts.tsx'
import { StayPicker } from './StayPicker.tsx'
import { lineItems } from './session-text.ts'
import { useParkingWords } from './words.ts'

type Props = {
  open: boolean
  zoneNumber: string
  vehicle: Vehicle
  /** From the address. */
  startMinutes: number | undefined
  onChangeVehicle: () => void
  onClose: () => void
}

export function StartSheet({ open, onClose, zoneNumber, ...rest }: Props) {
  const words = useParkingWords()
  const zone = useQuery(zoneOptions(zoneNumber))
  if (zone.data) return <StartForm open={open} onClose={onClose} zone={zone.data} {...rest} />
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.startTitle(zoneNumber)}
      wide="drawer"
      head={<Sign zone={zoneNumber} size="md" live />}
    >
      {zone.isPending ? (
        <Loading>
          <div className="start__wait">
            <Skeleton height={48} />
            <Skeleton height={120} radius={16} />
            <Skeleton height={108} radius={20} />
            <Skeleton height={160} radius={16} />
          </div>
        </Loading>
      ) : (
        <ReadFailed title={words.placeFailed} query={zone} />
      )}
    </Sheet>
  )
}

/** Minutes, where the address names none. */
const defaultMinutes = 60

type FormProps = Omit<Props, 'zoneNumber'> & { zone: Zone }

/** The chosen stay, its price, and the payment: everything the form shows and does. */
function useStart({ open, zone, vehicle, startMinutes = defaultMinutes }: FormProps) {
  const words = useParkingWords()
  const balance = useBalance().data?.Balance
  const payWith = usePayWith()
  const maxStayMinutes = zone.MaxStayMinutes ?? longestStayMinutes
  const [chosenMinutes, setChosenMinutes] = useState(() =>
    snap(startMinutes, { min: zone.MinStayMinutes, max: maxStayMinutes, step: stayStepMinutes }),
  )
  const showSession = ({ SessionId }: contract.Session) =>
    navigate(`/dashboard?session=${SessionId}`, { replace: true })

  const payment = usePayment({
    call: contract.start,
    press: {
      kind: 'start',
      zone: { number: zone.ZoneNumber, name: zone.Name, timeZone: zone.TimeZone },
      plate: { number: vehicle.PlateNumber, state: vehicle.PlateState },
      vehicleId: vehicle.VehicleID,
      payWith: payWith.payWith,
    },
    inputOf: ({ QuoteId, Minutes }) => ({
      body: { ZoneNumber: zone.ZoneNumber, VehicleId: vehicle.VehicleID, Minutes, QuoteId, PayWith: payWith.payWith },
    }),
    minutesOf: ({ Minutes }) => Minutes,
    onDone: session => {
      if (payWith.isOther(session)) toast.info(words.otherCardPays(session.PaidVia))
      showSession(session)
    },
    onAcceptedLater: session => {
      if (open) showSession(session)
    },
    onNewQuote: quote => quoting.put(quote),
    onQuoteAgain: () => quoting.refetch(),
  })
  const quoting = useQuote(
    { ZoneNumber: zone.ZoneNumber, VehicleId: vehicle.VehicleID, Minutes: chosenMinutes },
    !open || payment.isHeld,
  )
  const { quote, isFirm } = quoting
  const maxMinutes = quote?.MaxMinutes ?? maxStayMinutes
  return {
    payment,
    payWith,
    quoting,
    balance,
    /** dollars by which the wallet falls short of the price */
    missing: payWith.isWallet && quote && balance !== undefined ? quote.Total - balance : 0,
    maxMinutes,
    minutes: isFirm && quote ? quote.Minutes : Math.min(chosenMinutes, maxMinutes),
    setMinutes: (minutes: number) => {
      payment.reset()
      setChosenMinutes(minutes)
    },
    pay: () => {
      if (!quote || !isFirm) return
      if (!payment.isHeld && quoting.isExpired(quote)) quoting.refetch()
      else payment.pay(quote)
    },
  }
}

type Start = ReturnType<typeof useStart>

function StartForm(props: FormProps) {
  const { open, onClose, zone, vehicle, onChangeVehicle } = props
  const words = useParkingWords()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const nowMs = useNow(5_000)
  const start = useStart(props)
  const { payment, payWith, quoting, minutes, maxMinutes } = start
  const [isFreeOpen, setIsFreeOpen] = useState(false)
  const time = (at: string | number) => endText(at, zone.TimeZone, language, nowMs)
  const endsAt = time(nowMs + minutes * minuteMs)
  return (
    <Sheet
      open={open && !payment.isAtBank}
      onClose={onClose}
      title={words.startTitle(zone.ZoneNumber)}
      wide="drawer"
      className="start"
      head={<Head zone={zone} />}
      dock={
        <div className="start__dock">
          {payment.attempt && <AttemptNote attempt={payment.attempt} />}
          <Refusal error={payment.error} step={payment.step} timeZone={zone.TimeZone} />
          {!payment.isStored && (
            <StartButton start={start} zone={zone} vehicle={vehicle} onFree={() => setIsFreeOpen(true)} />
          )}
        </div>
      }
    >
      <div className="start__vehicle">
        <Plate plate={vehicle.PlateNumber} state={vehicle.PlateState} />
        <span className="grow">
          <span className="row__t">{vehicleName(vehicle)}</span>
          {vehicle.IsDefault && <span className="row__s">{words.defaultVehicle}</span>}
        </span>
        <button
          type="button"
          className="link link--tap"
          aria-label={words.changeVehicle}
          disabled={payment.isHeld}
          onClick={() => {
            payment.reset()
            onChangeVehicle()
          }}
        >
          {words.change}
        </button>
      </div>
      {!payment.isStored && (
        <StayPicker
          minutes={minutes}
          onChange={start.setMinutes}
          minMinutes={Math.min(zone.MinStayMinutes, maxMinutes)}
          maxStayMinutes={maxMinutes}
          startMs={nowMs}
          timeZone={zone.TimeZone}
          disabled={payment.isHeld || (isOnline && quoting.error instanceof CallError)}
        />
      )}
      <Price start={start} zone={zone} time={time} endsAt={endsAt} />
      <PayChoice
        chosen={payWith.payWith}
        methods={payWith.methods}
        balance={start.balance}
        missing={start.missing}
        disabled={payment.isHeld}
        onChoose={chosen => {
          payment.reset()
          payWith.setPayWith(chosen)
        }}
      />
      <Question
        variant="primary"
        open={isFreeOpen}
        title={words.costsNothingAsk}
        yes={words.startFree}
        no={words.notNow}
        onYes={() => {
          setIsFreeOpen(false)
          start.pay()
        }}
        onClose={() => setIsFreeOpen(false)}
      >
        {words.costsNothingText(endsAt)}
      </Question>
    </Sheet>
  )
}

type PriceProps = { start: Start; zone: Zone; time: (at: string | number) => string; endsAt: string }

function Price({ start: { payment, quoting }, zone, time, endsAt }: PriceProps) {
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
            items={[
              ...lineItems(quote.Lines, words, language),
              { label: words.endsAt, value: endsAt },
              { label: words.total, value: moneyText(quote.Total), total: true },
            ]}
          />
        </>
      ) : (
        !quoting.error && (
          <Loading>
            <Skeleton height={140} radius={12} className="start__price" />
          </Loading>
        )
      )}
    </>
  )
}

type ButtonProps = { start: Start; zone: Zone; vehicle: Vehicle; onFree: () => void }

/** Starts; while offline, stores the start; adds money first where the wallet falls short. */
function StartButton({ start, zone, vehicle, onFree }: ButtonProps) {
  const words = useParkingWords()
  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const { pathname } = useLocation()
  const { payment, quoting, missing, minutes, pay } = start
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
  if (missing > 0 && payment.step !== 'unsure') {
    const here = `${pathname}?zone=${zone.ZoneNumber}&minutes=${minutes}&vehicle=${vehicle.VehicleID}`
    const dollars = dollarsToAdd(missing)
    return (
      <Button {...look} to={`/addmoney?amount=${dollars}&next=${encodeURIComponent(here)}`}>
        {words.addToPark(moneyText(dollars))}
      </Button>
    )
  }
  return (
    <Button
      {...look}
      disabled={!quote || !isFirm}
      loading={payment.isSending}
      loadingLabel={words.starting}
      onClick={() => (quote?.Total === 0 && payment.step !== 'unsure' ? onFree() : pay())}
    >
      {quote ? words.start(moneyText(quote.Total)) : words.startPlain}
    </Button>
  )
}
