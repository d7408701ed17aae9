// What the start sheet knows and does: the chosen stay, its price, what pays, and the payment.
import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/sessions'
import { longestStayMinutes, stayStepMinutes } from '@parkit/contract/platform/limits'
import { minuteMs } from '@parkit/contract/platform/time'
import { useEffect, useState } from 'react'
import { useBalance } from '#money/wallet/wallet.ts'
import { navigate } from '#platform/address.tsx'
import { useNow } from '#platform/clock.ts'
import { snap } from '#ui/duration.ts'
import { toast } from '#ui/toast.ts'
import { newCard, type Payment, usePayment, usePayWith } from './payment.ts'
import { useQuote } from './quotes.ts'
import type { SpaceKind } from './SpaceChoice.tsx'
import { useActive } from './session-queries.ts'
import { runningAt } from './session-text.ts'
import { useParkingWords } from './words.ts'

/** Minutes, where the address names none. */
const defaultMinutes = 60

type Input = {
  open: boolean
  zone: Zone
  vehicle: Vehicle
  /** From the address. */
  startMinutes: number | undefined
}

/** The chosen stay, its price, and the payment: everything the form shows and does. */
export function useStart({ open, zone, vehicle, startMinutes = defaultMinutes }: Input) {
  const words = useParkingWords()
  const balance = useBalance().data?.Balance
  const maxStayMinutes = zone.MaxStayMinutes ?? longestStayMinutes
  const [chosenMinutes, setChosenMinutes] = useState(() =>
    snap(startMinutes, { min: zone.MinStayMinutes, max: maxStayMinutes, step: stayStepMinutes }),
  )
  const showSession = ({ SessionId }: contract.Session) =>
    navigate(`/dashboard?session=${SessionId}`, { replace: true })

  const [spaceKind, setSpaceKind] = useState<SpaceKind>('general')
  // only where its rules tell them apart
  const space = zone.TellsSpaces ? { SpaceKind: spaceKind } : {}

  // the payment, which holds the quote, is made with a card that its total decides
  const [isHeld, setIsHeld] = useState(false)

  /** the end that was chosen in place of a length: as time passes, fewer minutes are left until then */
  const [untilMs, setUntilMs] = useState<number>()
  const leftMinutes = Math.floor(((untilMs ?? 0) - useNow(5_000)) / minuteMs)
  if (!isHeld && leftMinutes >= zone.MinStayMinutes && leftMinutes !== chosenMinutes) setChosenMinutes(leftMinutes)
  const quoting = useQuote(
    { ZoneNumber: zone.ZoneNumber, City: zone.City, VehicleId: vehicle.VehicleID, Minutes: chosenMinutes, ...space },
    !open || isHeld,
  )
  const { quote, isFirm } = quoting
  const payWith = usePayWith(quote?.Total, balance)

  const payment = usePayment({
    call: contract.start,
    press: {
      kind: 'start',
      zone: { number: zone.ZoneNumber, city: zone.City, name: zone.Name, timeZone: zone.TimeZone },
      plate: { number: vehicle.PlateNumber, state: vehicle.PlateState },
      vehicleId: vehicle.VehicleID,
      // without a connection no card can be added
      payWith: payWith.isNewCard ? 'wallet' : payWith.payWith,
    },
    inputOf: ({ QuoteId, Minutes }) => ({
      body: {
        ZoneNumber: zone.ZoneNumber,
        City: zone.City,
        VehicleId: vehicle.VehicleID,
        Minutes,
        ...space,
        QuoteId,
        PayWith: payWith.payWith,
      },
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
    onRefused: () => {
      // what a wallet of the phone has confirmed pays once, or not at all
      if (payWith.isExpress) payWith.setPayWith(newCard)
    },
  })
  if (payment.isHeld !== isHeld) setIsHeld(payment.isHeld)
  const maxMinutes = quote?.MaxMinutes ?? maxStayMinutes
  return {
    payment,
    payWith,
    quoting,
    balance,
    /** the vehicle's own session, to be extended rather than started again */
    parked: useParked(vehicle, payment),
    maxMinutes,
    /** nothing pays yet that the driver has: a card or money is added, or a wallet of the phone pays */
    needsMeans:
      isFirm &&
      quote !== undefined &&
      quote.Total > 0 &&
      !payment.isHeld &&
      !payWith.isUndecided &&
      (payWith.isNewCard || payWith.missing > 0),
    minutes: isFirm && quote ? quote.Minutes : Math.min(chosenMinutes, maxMinutes),
    setMinutes: (minutes: number) => {
      payment.reset()
      setUntilMs(undefined)
      setChosenMinutes(minutes)
    },
    spaceKind,
    setSpaceKind: (kind: SpaceKind) => {
      payment.reset()
      setSpaceKind(kind)
    },
    /** No minute longer than until then, in epoch milliseconds. */
    endAt: (ms: number) => {
      payment.reset()
      setUntilMs(ms)
    },
    pay: () => {
      if (!quote || !isFirm) return
      if (!payment.isHeld && quoting.isExpired(quote)) quoting.refetch()
      else payment.pay(quote)
    },
  }
}

export type Start = ReturnType<typeof useStart>

/** The running session of the vehicle; not the one that this payment is starting. */
function useParked({ VehicleID }: Vehicle, { isHeld, isDone }: Payment): contract.Session | undefined {
  const nowMs = useNow(5_000)
  const running = runningAt(useActive().data ?? [], nowMs)
  return isHeld || isDone ? undefined : running.find(session => session.Vehicle.VehicleID === VehicleID)
}

/** Pays once the card that was just added is the chosen one, for the total that was agreed to. */
export function useGoOn({ payWith, quoting, pay }: Start) {
  const [agreed, setAgreed] = useState<{ methodId: string; total: number }>()
  const isReady = agreed !== undefined && quoting.isFirm && payWith.payWith === agreed.methodId
  useEffect(() => {
    if (!isReady) return
    setAgreed(undefined)
    if (quoting.quote?.Total === agreed.total) pay()
    // the wallet showed another price
    else if (payWith.isExpress) payWith.setPayWith(newCard)
  })
  return setAgreed
}
