// Asked before paying for a plate that may be mistyped: two readings, of which one is chosen and paid for.
import './guards.css'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import { Circle, CircleCheck, Info } from 'lucide-react'
import { useState } from 'react'
import { useCorrectPlate, useVehicles, vehicleName } from '#driver/vehicles/vehicles.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { Plate } from '#ui/Plate.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { answerPlate } from './answers.ts'
import { patternText } from './pattern-text.ts'
import type { PlateDoubt } from './plate-check.ts'
import { type GuardWords, useGuardWords } from './words.ts'

type Props = {
  open: boolean
  vehicle: Vehicle
  doubt: PlateDoubt
  /** The vehicle to park, its plate corrected where that was the answer. */
  onUse: (vehicle: Vehicle) => void
  onClose: () => void
}

type Which = 'own' | 'other'
const isDigit = (character: string) => character >= '0' && character <= '9'

const titleOf = (characters: readonly string[], words: GuardWords): string => {
  const digit = characters.find(isDigit)
  const letter = characters.find(character => !isDigit(character))
  if (!digit || !letter) return words.whichPlate
  return digit === '0' ? words.zeroOr(letter) : words.digitOr(digit, letter)
}

const characterText = (character: string, words: GuardWords): string =>
  character === '0' ? words.zero : isDigit(character) ? words.digit(character) : words.letter(character)

export default function PlateGuard({ open, vehicle, doubt, onUse, onClose }: Props) {
  const words = useGuardWords()
  const vehicles = useVehicles().data ?? []
  const first: Which = doubt.fits?.which ?? 'own'
  const [picked, setPicked] = useState<Which>()
  const chosen = picked ?? first
  const plates = {
    own: { plate: vehicle.PlateNumber.toUpperCase(), state: vehicle.PlateState, name: vehicleName(vehicle) },
    other: {
      plate: doubt.plate,
      state: doubt.state,
      name: vehicleName(vehicles.find(({ VehicleID }) => VehicleID === doubt.vehicleId) ?? vehicle),
    },
  }
  const { at } = doubt
  const characterOf = (which: Which) => (at ? plates[which].plate[at[which]]! : undefined)
  const done = (use: Vehicle) => {
    answerPlate(plates.own, plates.other)
    onUse(use)
  }
  const correct = useCorrectPlate(done)
  const go = () => {
    if (chosen === 'own') return done(vehicle)
    const other = vehicles.find(({ VehicleID }) => VehicleID === doubt.vehicleId)
    if (other) return done(other)
    correct.mutate({ VehicleID: vehicle.VehicleID, PlateNumber: doubt.plate, PlateState: doubt.state })
  }
  const used = characterOf(chosen)
  const fitting = doubt.fits && characterOf(doubt.fits.which)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={titleOf(at ? [characterOf('own')!, characterOf('other')!] : [], words)}
      className="guard"
      dock={
        <>
          {correct.isError && <Banner tone="stop">{failureText(correct.error)}</Banner>}
          <Button
            variant="primary"
            size="amount"
            block
            loading={correct.isPending}
            loadingLabel={words.correcting}
            onClick={go}
          >
            {used === '0' ? words.useZero : words.use(used ?? plates[chosen].plate)}
          </Button>
        </>
      }
    >
      <p className="t-2">{words.lookAtPlate}</p>
      <fieldset className="guard__plates">
        <legend className="sr-only">{words.whichPlate}</legend>
        {([first, first === 'own' ? 'other' : 'own'] as const).map(which => {
          const { plate, state, name } = plates[which]
          const character = characterOf(which)
          const isOn = which === chosen
          return (
            <label key={which} className={cx('guard__plate', isOn && 'guard__plate--on')}>
              <input
                type="radio"
                name="guard-plate"
                className="sr-only"
                checked={isOn}
                disabled={correct.isPending}
                onChange={() => {
                  correct.reset()
                  setPicked(which)
                }}
              />
              <Plate plate={plate} state={state} size="lg" marked={at?.[which]} />
              <span className="guard__reading">
                <span className="row__t">{character ? characterText(character, words) : name || plate}</span>
                {isOn ? <CircleCheck size={24} /> : <Circle size={24} />}
              </span>
            </label>
          )
        })}
      </fieldset>
      {doubt.fits && (
        <p className="guard__note t-2">
          <Info size={18} />
          <span>
            {words.mostPlates(plates[doubt.fits.which].state, patternText(doubt.fits.pattern, words))}{' '}
            {fitting && (fitting === '0' ? words.makesZero : words.makes(fitting))}
          </span>
        </p>
      )}
    </Sheet>
  )
}
