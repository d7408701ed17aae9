// The start sheet: place, vehicle, time, price, payment. What it shows is what is charged.

import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import * as contract from '@parkit/contract/parking/sessions'
import { longestStayMinutes, stayStepMinutes } from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AttemptNote } from '#parking/attempts/AttemptNote.tsx'
import { isOpen } from '#parking/attempts/attempt.ts'
import { keepForLater } from '#parking/attempts/attempts.ts'
import { useTry } from '#parking/attempts/useTry.ts'
import { useOfflineWords } from '#parking/attempts/words.ts'
import { navigate, useLocation } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { endText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { snap } from '#ui/duration.ts'
import { Plate } from '#ui/Plate.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Dialog, Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import './start-sheet.css'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { lineItems } from './lines.ts'
import { PayChoice } from './PayChoice.tsx'
import { usePayWith } from './pay-with.ts'
import { usePayment } from './payment.ts'
import { dollarsToAdd } from './quoting.ts'
import { Refused } from './Refused.tsx'
import { useBalance, zoneOptions } from './reads.ts'
import { Head, QuoteTrouble, Warnings } from './StartParts.tsx'
import { StayPicker } from './StayPicker.tsx'
import { useQuote } from './useQuote.ts'
import { vehicleName } from './vehicle-name.ts'
import { useParkingWords } from './words.ts'

type Props = {
  open: boolean
  zoneNumber: string
  vehicle: Vehicle
  /** As asked for by the address. */
  startMinutes: number | undefined
  onChangeVehicle: () => void
  onClose: () => void
}

export function StartSheet({ open, onClose, zoneNumber, ...rest }: Props) {
  const words = useParkingWords()
  const zone = useQuery(zoneOptions(zoneNumber))
  if (zone.data) return <Filled open={open} onClose={onClose} zone={zone.data} {...rest} />
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

/** Minutes, where the address asks for none. */
const usualMinutes = 60

type FilledProps = Omit<Props, 'zoneNumber'> & { zone: Zone }

function Filled({ open, onClose, zone, vehicle, startMinutes = usualMinutes, onChangeVehicle }: FilledProps) {
  const words = useParkingWords()
  const language = useLanguage()
  const { pathname } = useLocation()
  const balance = useBalance().data?.Balance
  const nowMs = useNow(5_000)
  const zoneMost = zone.MaxStayMinutes ?? longestStayMinutes
  const [wanted, want] = useState(() =>
    snap(startMinutes, { min: zone.MinStayMinutes, max: zoneMost, step: stayStepMinutes }),
  )
  const [asksFree, askFree] = useState(false)

  const payWith = usePayWith()

  const offline = useOfflineWords()
  const isOnline = useIsOnline()
  const input = ({ QuoteId, Minutes }: contract.Quote) => ({
    body: { ZoneNumber: zone.ZoneNumber, VehicleId: vehicle.VehicleID, Minutes, QuoteId, PayWith: payWith.chosen },
  })
  const wish = {
    kind: 'start',
    zone: { number: zone.ZoneNumber, name: zone.Name, timeZone: zone.TimeZone },
    plate: { number: vehicle.PlateNumber, state: vehicle.PlateState },
    vehicleId: vehicle.VehicleID,
    payWith: payWith.chosen,
  } as const
  const trying = useTry('start', { zone: zone.ZoneNumber, vehicleId: vehicle.VehicleID }, ({ session }) => {
    if (open && session) navigate(`/dashboard?session=${session.SessionId}`, { replace: true })
  })
  const { attempt } = trying
  const waits = attempt !== undefined && isOpen(attempt)

  const payment = usePayment({
    pay: (quote, askBank) =>
      trying.sending(
        contract.start,
        input(quote),
        { ...wish, minutes: quote.Minutes, agreed: quote.Total, quoteId: quote.QuoteId },
        answered =>
          send(contract.start, input(quote), undefined, answer => {
            answered()
            return askBank(answer)
          }),
      ),
    onDone: session => {
      if (payWith.isOther(session)) toast.info(words.otherCardPays(session.PaidVia))
      navigate(`/dashboard?session=${session.SessionId}`, { replace: true })
    },
    onNewQuote: quote => quoting.put(quote),
    onQuoteAgain: () => quoting.refetch(),
  })
  const held = payment.isSending || payment.step === 'unsure' || waits
  const quoting = useQuote(
    { ZoneNumber: zone.ZoneNumber, VehicleId: vehicle.VehicleID, Minutes: wanted },
    open ? held : true,
  )
  const { quote, isFirm } = quoting
  const most = quote?.MaxMinutes ?? zoneMost
  const minutes = isFirm && quote ? quote.Minutes : Math.min(wanted, most)
  const time = (at: string | number) => endText(at, zone.TimeZone, language, nowMs)
  const endsAt = time(nowMs + minutes * minuteMs)

  const change = (next: number) => {
    payment.reset()
    trying.forgetOver()
    want(next)
  }
  const pay = () => {
    if (!quote || !isFirm) return
    if (!held && quoting.isDead(quote)) quoting.refetch()
    else payment.pay(quote)
  }
  const missing = payWith.byWallet && quote && balance !== undefined ? quote.Total - balance : 0
  const backHere = `${pathname}?zone=${zone.ZoneNumber}&minutes=${minutes}&vehicle=${vehicle.VehicleID}`
  const toAdd = dollarsToAdd(missing)

  return (
    <Sheet
      open={open && !payment.isAsking}
      onClose={onClose}
      title={words.startTitle(zone.ZoneNumber)}
      wide="drawer"
      className="start"
      head={<Head zone={zone} />}
      dock={
        <div className="start__dock">
          {attempt && <AttemptNote attempt={attempt} />}
          <Refused error={payment.error} step={payment.step} timeZone={zone.TimeZone} />
          {waits ? null : !isOnline && !quote ? (
            <Button
              variant="primary"
              size="amount"
              block
              onClick={async () => {
                if (!(await keepForLater({ ...wish, minutes }))) toast.error(offline.notKept)
              }}
            >
              {offline.startLater}
            </Button>
          ) : missing > 0 && payment.step !== 'unsure' ? (
            <Button
              variant="primary"
              size="amount"
              block
              to={`/addmoney?amount=${toAdd}&next=${encodeURIComponent(backHere)}`}
            >
              {words.addToPark(moneyText(toAdd))}
            </Button>
          ) : (
            <Button
              variant="primary"
              size="amount"
              block
              disabled={!quote || !isFirm}
              loading={payment.isSending}
              loadingLabel={words.starting}
              onClick={() => (quote?.Total === 0 && payment.step !== 'unsure' ? askFree(true) : pay())}
            >
              {quote ? words.start(moneyText(quote.Total)) : words.startPlain}
            </Button>
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
          disabled={held}
          onClick={() => {
            payment.reset()
            onChangeVehicle()
          }}
        >
          {words.change}
        </button>
      </div>
      {!waits && (
        <StayPicker
          minutes={minutes}
          onChange={change}
          minMinutes={Math.min(zone.MinStayMinutes, most)}
          mostMinutes={most}
          startMs={nowMs}
          timeZone={zone.TimeZone}
          disabled={held || (isOnline && quoting.error instanceof CallError)}
        />
      )}
      {isOnline || quote ? (
        <QuoteTrouble error={quoting.error} zone={zone} onRetry={quoting.refetch} />
      ) : (
        !waits && <Banner tone="info">{offline.noPrice}</Banner>
      )}
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
        !quoting.error &&
        isOnline && (
          <Loading>
            <Skeleton height={140} radius={12} className="start__price" />
          </Loading>
        )
      )}
      <PayChoice
        chosen={payWith.chosen}
        methods={payWith.methods}
        balance={balance}
        missing={missing}
        disabled={held}
        onChoose={chosen => {
          payment.reset()
          payWith.choose(chosen)
        }}
      />
      <Dialog
        open={asksFree}
        onClose={() => askFree(false)}
        title={words.costsNothingAsk}
        actions={
          <>
            <Button
              variant="primary"
              block
              onClick={() => {
                askFree(false)
                pay()
              }}
            >
              {words.startFree}
            </Button>
            <Button block onClick={() => askFree(false)}>
              {words.notNow}
            </Button>
          </>
        }
      >
        {words.costsNothingText(endsAt)}
      </Dialog>
    </Sheet>
  )
}
