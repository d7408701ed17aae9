// The one question before paying, where the zone or the plate may be wrong: any answer goes on, at the price that was agreed to.
import type { Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { useEffect, useState } from 'react'
import { useVehicles } from '#driver/vehicles/vehicles.ts'
import { now } from '#platform/clock.ts'
import { askAgainWherePermitted, usePosition } from '#platform/position.ts'
import type { Start } from '../useStart.ts'
import { answerPlate } from './answers.ts'
import { type Doubt, findDoubt } from './doubt.ts'

type Input = {
  open: boolean
  zone: Zone
  vehicle: Vehicle
  start: Start
  /** Pays, or opens what is needed for that; nothing else is asked of a driver who `isSure`. */
  go: (isSure: boolean) => void
}

/** The stay and the price that a press agreed to; undefined while offline. */
type Pressed = { how: 'press' | 'wallet'; minutes: number | undefined; total: number | undefined }
type Agreed = Pressed & { vehicleId: string; plate: string }

export function useGuard({ open, zone, vehicle, start, go }: Input) {
  const { payment, quoting, parked } = start
  const { quote, isFirm, error } = quoting
  const position = usePosition()
  const vehicles = useVehicles().data ?? []
  /** stays while its sheet closes */
  const [doubt, setDoubt] = useState<Doubt>()
  const [asking, setAsking] = useState<Pressed>()
  const [agreed, setAgreed] = useState<Agreed>()

  useEffect(() => {
    if (open) askAgainWherePermitted()
  }, [open])
  const isAsked = (how: Pressed['how']): boolean => {
    const found = payment.isHeld ? undefined : findDoubt({ position, zone, vehicle, vehicles, nowMs: now() })
    if (!found) return false
    setDoubt(found)
    setAsking({ how, minutes: quote?.Minutes, total: quote?.Total })
    return true
  }
  useEffect(() => {
    if (!agreed) return
    // offline there is no price, and none was agreed to
    const isPriced = agreed.total !== undefined
    if (!open || parked || (isPriced && error)) return setAgreed(undefined)
    const isChosen = vehicle.VehicleID === agreed.vehicleId && vehicle.PlateNumber === agreed.plate
    if (!isChosen || (isPriced && !isFirm)) return
    setAgreed(undefined)
    // another price, or a longer stay: it is shown, and the driver presses again
    if (quote?.Total === agreed.total && (quote?.Minutes ?? 0) <= (agreed.minutes ?? 0)) go(true)
  })
  return {
    doubt,
    isAsking: asking !== undefined,
    press: () => {
      if (isAsked('press')) return
      // its driver parks with it, so it is no slip
      answerPlate({ plate: vehicle.PlateNumber, state: vehicle.PlateState })
      go(false)
    },
    /** A wallet of the phone opens only for a press of its own. */
    mayOpenWallet: () => !isAsked('wallet'),
    answer: ({ VehicleID, PlateNumber }: Vehicle) => {
      setAsking(undefined)
      if (asking?.how === 'press') setAgreed({ ...asking, vehicleId: VehicleID, plate: PlateNumber })
    },
    close: () => setAsking(undefined),
  }
}
