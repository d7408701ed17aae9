// Puts another plate on a running session: one of the driver's vehicles, or a new one.
import './change.css'
import { changePlate } from '@parkit/contract/parking/changes'
import type * as contract from '@parkit/contract/parking/sessions'
import { useMutation } from '@tanstack/react-query'
import { ChevronRight, Circle, CircleCheck, Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useVehicles, vehicleName } from '#driver/vehicles/vehicles.ts'
import { Link } from '#platform/address.tsx'
import { CallError, send } from '#platform/client.ts'
import { useNow } from '#platform/clock.ts'
import { stayEndText, stayTimeText } from '#platform/clock-change.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { Facts } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Sign } from '#ui/Sign.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { useChangeWords } from './change-words.ts'
import { Refusal } from './PaymentParts.tsx'
import { nextStep } from './payment.ts'
import { useActive, useSessionChanged } from './session-queries.ts'
import { leftSeconds, leftText, runningAt } from './session-text.ts'
import { useParkingWords } from './words.ts'

type Props = {
  open: boolean
  session: contract.Session
  /** the vehicle added last is chosen */
  newest: boolean
  onClose: () => void
}

export default function PlateSheet({ open, session, newest, onClose }: Props) {
  const words = useChangeWords()
  const parking = useParkingWords()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const nowMs = useNow(5_000)
  const vehicles = useVehicles()
  const updateSession = useSessionChanged()
  const [chosenId, setChosenId] = useState<string>()
  const parked = new Set(runningAt(useActive().data ?? [], nowMs).map(({ Vehicle }) => Vehicle.VehicleID))
  const others = (vehicles.data ?? []).filter(({ VehicleID }) => VehicleID !== session.Vehicle.VehicleID)
  const free = others.filter(({ VehicleID }) => !parked.has(VehicleID))
  const chosen = free.find(({ VehicleID }) => VehicleID === chosenId) ?? free.at(newest ? -1 : 0)
  const change = useMutation({
    mutationFn: (VehicleId: string) => send(changePlate, { body: { SessionId: session.SessionId, VehicleId } }),
    onSuccess: async changed => {
      await updateSession(changed)
      toast.success(words.plateDone(changed.Vehicle.PlateNumber))
      onClose()
    },
  })
  const error = change.error instanceof CallError ? change.error : undefined
  const addPath = `/addvehicles?next=${encodeURIComponent(`/dashboard?session=${session.SessionId}&change=plate`)}`
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.plateTitle}
      className="change"
      dock={
        <>
          <Refusal error={error} step={error && nextStep(error)} timeZone={session.TimeZone} />
          {!isOnline && <Banner tone="info">{words.offline}</Banner>}
          <Button
            variant="primary"
            size="amount"
            block
            disabled={!chosen || !isOnline}
            loading={change.isPending}
            loadingLabel={words.changing}
            onClick={() => chosen && change.mutate(chosen.VehicleID)}
          >
            {chosen ? words.plateButton(chosen.PlateNumber) : words.platePlain}
          </Button>
        </>
      }
    >
      <p className="t-2">{words.plateText}</p>
      <div className="change__now">
        <Sign zone={session.ZoneNumber} live />
        <span className="grow">
          <span className="row__t">{words.nowOn(session.Vehicle.PlateNumber)}</span>
          <span className="row__s">
            <Facts
              items={[
                parking.ends(stayEndText(session.EndsAt, session.TimeZone, language, nowMs)),
                words.left(leftText(leftSeconds(session, nowMs), language)),
              ]}
            />
          </span>
        </span>
      </div>
      {vehicles.data === undefined ? (
        vehicles.isError ? (
          <ReadFailed title={parking.vehiclesFailed} query={vehicles} />
        ) : (
          <LoadingRows count={2} />
        )
      ) : (
        <fieldset className="change__plates">
          <legend className="sr-only">{words.plateTitle}</legend>
          {others.map(vehicle => {
            const isOn = vehicle === chosen
            const isParked = parked.has(vehicle.VehicleID)
            return (
              <label key={vehicle.VehicleID} className={cx('change__plate', isOn && 'change__plate--on')}>
                <input
                  type="radio"
                  name="plate"
                  className="sr-only"
                  checked={isOn}
                  disabled={isParked || change.isPending}
                  onChange={() => {
                    change.reset()
                    setChosenId(vehicle.VehicleID)
                  }}
                />
                <Plate plate={vehicle.PlateNumber} state={vehicle.PlateState} />
                <span className="grow">
                  <span className="row__t">{vehicleName(vehicle)}</span>
                  {isParked ? (
                    <span className="row__s">{words.parkedNow}</span>
                  ) : (
                    vehicle.IsDefault && <span className="row__s">{parking.defaultVehicle}</span>
                  )}
                </span>
                {isOn ? <CircleCheck size={26} /> : <Circle size={26} />}
              </label>
            )
          })}
          <Link to={addPath} className="change__plate">
            <span className="change__add">
              <Plus size={22} />
            </span>
            <span className="grow row__t">{words.anotherPlate}</span>
            <ChevronRight size={22} />
          </Link>
        </fieldset>
      )}
      <p className="change__note t-sm t-2">
        <ShieldCheck size={20} />
        <span>{words.plateProof(stayTimeText(new Date(nowMs).toISOString(), session.TimeZone, language))}</span>
      </p>
    </Sheet>
  )
}
