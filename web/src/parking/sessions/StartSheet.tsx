// The start sheet: place, vehicle, time, price, payment. What it shows is what is charged.

import { readZoneRef, zoneRef } from '@parkit/contract/platform/zone-number'
import { ClosureNote } from '#city/closures/closures.ts'
import { usePlacesWords, WhichZone, zoneAsked, zoneOptions } from '#city/places/places.ts'
import { AttemptNote } from '#parking/attempts/attempts.ts'
import './start-sheet.css'
import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { minuteMs } from '@parkit/contract/platform/time'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { vehicleName } from '#driver/vehicles/vehicles.ts'
import { loadAddMoneySheet } from '#money/account/account.ts'
import { loadCardSheet, loadExpressButtons } from '#money/cards/cards.ts'
import { navigate, useLocation } from '#platform/address.tsx'
import { hasAssist } from '#platform/assist.ts'
import { CallError } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Plate } from '#ui/Plate.tsx'
import { Question } from '#ui/Question.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { useGuard } from './guards/useGuard.ts'
import { PayChoice, Refusal, StayLine } from './PaymentParts.tsx'
import { dollarsToAdd } from './payment.ts'
import { SpaceChoice } from './SpaceChoice.tsx'
import { Head, Parked } from './StartParts.tsx'
import { type Adding, Price, StartButton, Summary, usePress } from './StartPrice.tsx'
import { StayPicker } from './StayPicker.tsx'
import { StayStatus } from './StayStatus.tsx'
import { useGoOn, useStart } from './useStart.ts'
import { useParkingWords } from './words.ts'

const CardSheet = lazySheet(loadCardSheet)
const AddMoneySheet = lazySheet(loadAddMoneySheet)
const OnePress = lazy(() => import('./OnePress.tsx'))
const ExpressButtons = lazySheet(loadExpressButtons)
const PlaceGuard = lazySheet(() => import('./guards/PlaceGuard.tsx'))
const PlateGuard = lazySheet(() => import('./guards/PlateGuard.tsx'))

type Props = {
  open: boolean
  /** as `zoneRef` writes it */
  zoneNumber: string
  vehicle: Vehicle
  /** From the address. */
  startMinutes: number | undefined
  /** there is none to change to: another is added */
  isOnlyVehicle: boolean
  onChangeVehicle: () => void
  /** Another one turned out to be parked here. */
  onVehicle: (vehicle: Vehicle) => void
  onClose: () => void
  /** it was asked which zone is meant; as `zoneRef` writes it */
  onZone: (zone: string) => void
}

export function StartSheet({ open, onClose, onZone, zoneNumber, ...rest }: Props) {
  const words = useParkingWords()
  const places = usePlacesWords()
  const zone = useQuery(zoneOptions(zoneNumber))
  const asked = zoneAsked(zone.error)
  const { ZoneNumber } = readZoneRef(zoneNumber)
  if (zone.data) return <StartForm open={open} onClose={onClose} zone={zone.data} {...rest} />
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.startTitle(ZoneNumber)}
      wide="drawer"
      head={<Sign zone={ZoneNumber} size="md" live />}
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
      ) : asked ? (
        <WhichZone asked={asked} typed={zoneNumber} onChoose={onZone} />
      ) : zone.error instanceof CallError && zone.error.status === 404 ? (
        <EmptyState
          title={places.unknownTitle}
          text={places.unknownText(ZoneNumber)}
          action={
            <Button variant="primary" block to="/findparking">
              {words.findParking}
            </Button>
          }
        />
      ) : (
        <ReadFailed title={words.placeFailed} query={zone} />
      )}
    </Sheet>
  )
}

/** Whatever the length, nothing is sold here now. */
const isRefused = (error: unknown) =>
  error instanceof CallError && (error.code === 'zone_closed' || error.code === 'not_payable')

type FormProps = Omit<Props, 'zoneNumber' | 'onZone'> & { zone: Zone }

function StartForm(props: FormProps) {
  const { open, onClose, zone, vehicle, isOnlyVehicle, onChangeVehicle, onVehicle } = props
  const words = useParkingWords()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const nowMs = useNow(5_000)
  const start = useStart(props)
  const goOn = useGoOn(start)
  const { payment, payWith, quoting, minutes, maxMinutes, parked } = start
  const { pathname } = useLocation()
  const [isFreeOpen, setIsFreeOpen] = useState(false)
  const [adding, setAdding] = useState<Adding>()
  const time = (at: string | number) => stayEndText(at, zone.TimeZone, language, nowMs)
  const endsAt = time(nowMs + minutes * minuteMs)
  const total = quoting.quote?.Total
  const isShut = !payment.isHeld && isOnline && isRefused(quoting.error)
  const addingProps = {
    about: <StayLine place={zone} minutes={minutes} endsAt={endsAt} total={total} />,
    resumeAt: `${pathname}?zone=${zoneRef(zone)}&minutes=${minutes}&vehicle=${vehicle.VehicleID}`,
    onClose: () => setAdding(undefined),
  }
  const press = usePress({
    start,
    // who was just asked about the place is not asked again
    onFree: isSure => (isSure ? start.pay() : setIsFreeOpen(true)),
    onAdd: setAdding,
  })
  const guard = useGuard({ open, zone, vehicle, start, go: press.go })
  const { doubt } = guard
  const changePlate = () =>
    navigate(`/addvehicles?id=${vehicle.VehicleID}&next=${encodeURIComponent(addingProps.resumeAt)}`)
  return (
    <>
      <Sheet
        open={open && !payment.isAtBank && !adding && !guard.isAsking}
        onClose={onClose}
        title={words.startTitle(zone.ZoneNumber)}
        wide="drawer"
        className="start"
        head={<Head zone={zone} />}
        dock={
          parked ? (
            <Button variant="primary" size="amount" block to={`/dashboard?session=${parked.SessionId}`}>
              {words.extendParked}
            </Button>
          ) : isShut ? (
            <Button variant="primary" size="amount" block to="/findparking">
              {words.findParking}
            </Button>
          ) : (
            <div className="start__dock">
              {hasAssist('motor') && (
                <Suspense>
                  <OnePress start={start} zone={zoneRef(zone)} vehicleId={vehicle.VehicleID} onPay={guard.press} />
                </Suspense>
              )}
              {payment.attempt && <AttemptNote attempt={payment.attempt} />}
              <Refusal error={payment.error} step={payment.step} timeZone={zone.TimeZone} />
              {!payment.isStored && <Summary start={start} />}
              <ExpressButtons
                open={open && isOnline && start.needsMeans}
                total={total ?? 0}
                isForStay
                mayOpen={guard.mayOpenWallet}
                onPay={(methodId, total) => {
                  payment.reset()
                  payWith.payWithExpress(methodId)
                  goOn({ methodId, total })
                }}
              />
              {!payment.isStored && <StartButton press={press} isSending={payment.isSending} onPress={guard.press} />}
            </div>
          )
        }
      >
        {zone.Closure && (
          <Suspense>
            <ClosureNote closure={zone.Closure} timeZone={zone.TimeZone} />
          </Suspense>
        )}
        <div className="start__vehicle">
          <Plate plate={vehicle.PlateNumber} state={vehicle.PlateState} />
          <span className="grow">
            <span className="row__t">{vehicleName(vehicle)}</span>
            {vehicle.RentalUntil && <span className="row__s">{words.rental}</span>}
            {vehicle.IsDefault && <span className="row__s">{words.defaultVehicle}</span>}
          </span>
          <button
            type="button"
            className="link link--tap"
            aria-label={isOnlyVehicle ? undefined : words.changeVehicle}
            disabled={payment.isHeld}
            onClick={() => {
              payment.reset()
              onChangeVehicle()
            }}
          >
            {isOnlyVehicle ? words.otherCar : words.change}
          </button>
        </div>
        {parked ? (
          <Parked session={parked} />
        ) : (
          <>
            <StayStatus start={start} endsAt={endsAt} />
            {zone.TellsSpaces && !payment.isStored && !isShut && (
              <SpaceChoice kind={start.spaceKind} disabled={payment.isHeld} onChoose={start.setSpaceKind} />
            )}
            {!payment.isStored && !isShut && (
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
            <Price
              start={start}
              zone={zone}
              vehicle={vehicle}
              onChangePlate={changePlate}
              time={time}
              endsAt={endsAt}
            />
            {!isShut && (
              <PayChoice
                chosen={isOnline ? payWith.shown : payWith.payWith}
                methods={payWith.methods}
                balance={start.balance}
                missing={payWith.missing}
                disabled={payment.isHeld}
                onChoose={chosen => {
                  payment.reset()
                  payWith.setPayWith(chosen)
                }}
              />
            )}
          </>
        )}
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
      {doubt?.kind === 'place' && (
        <PlaceGuard
          open={open && guard.isAsking}
          zone={zone}
          metres={doubt.metres}
          minutes={minutes}
          vehicleId={vehicle.VehicleID}
          onGoOn={() => guard.answer(vehicle)}
          onClose={guard.close}
        />
      )}
      {doubt?.kind === 'plate' && (
        <PlateGuard
          key={`${vehicle.VehicleID} ${doubt.plate}`}
          open={open && guard.isAsking}
          vehicle={vehicle}
          doubt={doubt}
          onUse={used => {
            if (used.VehicleID !== vehicle.VehicleID) onVehicle(used)
            guard.answer(used)
          }}
          onClose={guard.close}
        />
      )}
      <CardSheet
        {...addingProps}
        open={open && adding === 'card'}
        onAuthorized={methodId => {
          payWith.setPayWith(methodId)
          setAdding(undefined)
          if (total !== undefined) goOn({ methodId, total })
        }}
      />
      <AddMoneySheet
        {...addingProps}
        open={open && adding === 'money'}
        dollars={dollarsToAdd(payWith.missing)}
        onAdded={() => setAdding(undefined)}
      />
    </>
  )
}
