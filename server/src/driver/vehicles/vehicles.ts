// The entry of vehicles: a driver's vehicles, one of them the default, and the lists they are chosen from.
import { randomUUID } from 'node:crypto'
import type { Vehicle, VehicleForm } from '@parkit/contract/driver/vehicles'
import type { FieldError } from '@parkit/contract/platform/field-errors'
import { vehicles as limits, vehicleYears } from '@parkit/contract/platform/limits'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { schedule } from '#platform/jobs.ts'
import {
  colorAnswers,
  findColor,
  findMake,
  findModel,
  findModels,
  findState,
  makeAnswers,
  stateNames,
} from './choice-lists.ts'
import { plateKey, plateText } from './plate.ts'
import * as store from './store.ts'
import { searchVehicles } from './vehicle-search.ts'

export { findStateOrCode } from './choice-lists.ts'
export { plateKey } from './plate.ts'

type Deps = { db: Database; isParked: (tx: Queryable, vehicleId: string) => Promise<boolean> }

const answer = (row: store.VehicleRow): Vehicle => ({
  VehicleID: row.vehicle_id,
  VehicleMake: row.make,
  VehicleModel: row.model,
  PlateNumber: row.plate,
  PlateState: row.state,
  VehicleColor: row.color,
  VehicleYear: row.year === null ? '' : String(row.year),
  IsDefault: row.is_default,
  ...(row.rental_until && { RentalUntil: row.rental_until.toString() }),
})

/** The form as stored, spelled as the lists spell it. Throws `bad_input` with every field that is on no list. */
const requireListed = (form: VehicleForm, now: Temporal.Instant): store.VehicleValues => {
  const make = findMake(form.VehicleMake)
  const model = make && findModel(make, form.VehicleModel)
  const state = findState(form.PlateState)
  const color = findColor(form.VehicleColor)
  const year = Number(form.VehicleYear)
  // next year's models are on sale this year
  const yearFits = year >= vehicleYears.first && year <= now.toZonedDateTimeISO('UTC').year + 1
  if (make && model && state && color && yearFits) {
    const plate = plateText(form.PlateNumber)
    return { make: make.name, model, plate, plate_key: plateKey(state, plate), state, color, year }
  }
  const fields: Record<string, FieldError> = {
    ...(!make && { VehicleMake: 'from_list' }),
    // a model is judged by its make alone
    ...(make && !model && { VehicleModel: 'from_list' }),
    ...(!state && { PlateState: 'from_list' }),
    ...(!color && { VehicleColor: 'from_list' }),
    ...(!yearFits && { VehicleYear: 'year_required' }),
  }
  return refuse('bad_input', { fields })
}

const rentalEnd = 'rental-end'

/** The plate of a Quick park, as stored. */
export type QuickPlate = { plate: string; state: string }

export const createVehicles = ({ db, isParked }: Deps) => {
  /** One change of a driver's vehicles at a time: so there is one default, and one vehicle per plate. */
  const change = <Result>(driverId: string, work: (tx: Queryable) => Promise<Result>) =>
    db.transaction(async tx => {
      await store.lockVehicles(tx, driverId)
      return work(tx)
    })

  const requireToChange = async (tx: Queryable, driverId: string, vehicleId: string) =>
    (await store.findVehicleToChange(tx, driverId, vehicleId)) ?? refuse('not_found')

  const requireNewPlate = async (tx: Queryable, driverId: string, key: string) => {
    if (await store.hasPlate(tx, driverId, key)) refuse('vehicle_exists')
  }

  const requireRoom = async (tx: Queryable, driverId: string) => {
    if ((await store.countVehicles(tx, driverId)) >= limits.most) refuse('vehicles_many')
  }

  const requireNotParked = async (tx: Queryable, vehicleId: string) => {
    if (await isParked(tx, vehicleId)) refuse('vehicle_parked')
  }

  /** A parked vehicle keeps its plate: another would take over its session. */
  const requireChangeable = async (tx: Queryable, driverId: string, vehicleId: string, key: string) => {
    const row = await requireToChange(tx, driverId, vehicleId)
    if (row.plate_key === key) return
    await requireNotParked(tx, vehicleId)
    await requireNewPlate(tx, driverId, key)
  }

  /** Without make, model, color and year. */
  const plateValues = ({ plate, state }: QuickPlate): store.VehicleValues => ({
    make: '',
    model: '',
    plate,
    plate_key: plateKey(state, plate),
    state,
    color: '',
    year: null,
  })

  /** Throws at `PlateState` where the lists have no such state. */
  const requirePlate = (form: Pick<VehicleForm, 'PlateNumber' | 'PlateState'>): QuickPlate => ({
    plate: plateText(form.PlateNumber),
    state: findState(form.PlateState) ?? refuseField('PlateState', 'from_list'),
  })

  return {
    /** Oldest first. */
    list: async (driverId: string): Promise<Vehicle[]> => (await store.listVehicles(db.pool, driverId)).map(answer),

    /** Whose accounts have this plate, over all drivers. */
    listHolders: (tx: Queryable, plateKey: string): Promise<store.Holder[]> => store.listHolders(tx, plateKey),

    hasVehicle: (driverId: string): Promise<boolean> => store.hasVehicle(db.pool, driverId),

    requirePlate,

    /**
     * Adds it without make, model, color and year; leaves the account as it is where it has this plate already. Also where
     * the account is full: each takes a code to the phone, and whoever stands there wants to park.
     */
    addPlate: async (tx: Queryable, driverId: string, plate: QuickPlate): Promise<void> => {
      await store.lockVehicles(tx, driverId)
      const values = plateValues(plate)
      if (await store.hasPlate(tx, driverId, values.plate_key)) return
      await store.insertVehicle(tx, driverId, randomUUID(), values)
    },

    /** A rental or borrowed car for a day, by its plate alone. Throws as `add`. */
    addRental: (
      driverId: string,
      form: Pick<VehicleForm, 'PlateNumber' | 'PlateState'>,
      now: Temporal.Instant,
    ): Promise<Vehicle> => {
      const values = plateValues(requirePlate(form))
      return change(driverId, async tx => {
        await requireNewPlate(tx, driverId, values.plate_key)
        await requireRoom(tx, driverId)
        const until = now.add({ hours: limits.rentalHours })
        const row = await store.insertVehicle(tx, driverId, randomUUID(), values, until)
        await schedule(tx, rentalEnd, row.vehicle_id, until)
        return answer(row)
      })
    },

    handlers: {
      /** Later, where it is still parked. One whose make and model were filled in since stays. */
      [rentalEnd]: async (tx: Queryable, vehicleId: string, now: Temporal.Instant): Promise<void> => {
        const owner = await store.findOwnerOfOverdueRental(tx, vehicleId, now)
        if (!owner) return
        await store.lockVehicles(tx, owner.driver_id)
        if (await isParked(tx, vehicleId)) await schedule(tx, rentalEnd, vehicleId, now.add({ hours: 1 }))
        else await store.removeVehicle(tx, owner.driver_id, vehicleId)
      },
    },

    /** Throws `vehicle_exists` where the account has this plate already, and `vehicles_many` where it is full. */
    add: (driverId: string, form: VehicleForm, now: Temporal.Instant): Promise<Vehicle> => {
      const values = requireListed(form, now)
      return change(driverId, async tx => {
        await requireNewPlate(tx, driverId, values.plate_key)
        await requireRoom(tx, driverId)
        return answer(await store.insertVehicle(tx, driverId, randomUUID(), values))
      })
    },

    /** Throws `vehicle_exists` and, for another plate, `vehicle_parked`. */
    update: (driverId: string, vehicleId: string, form: VehicleForm, now: Temporal.Instant): Promise<Vehicle> => {
      const values = requireListed(form, now)
      return change(driverId, async tx => {
        await requireChangeable(tx, driverId, vehicleId, values.plate_key)
        return answer(await store.updateVehicle(tx, vehicleId, values))
      })
    },

    /** Of any vehicle, also one known by its plate alone. Throws as `update`. */
    correctPlate: (
      driverId: string,
      vehicleId: string,
      form: Pick<VehicleForm, 'PlateNumber' | 'PlateState'>,
    ): Promise<Vehicle> => {
      const { plate, state } = requirePlate(form)
      const key = plateKey(state, plate)
      return change(driverId, async tx => {
        await requireChangeable(tx, driverId, vehicleId, key)
        return answer(await store.updatePlate(tx, vehicleId, { plate, plate_key: key, state }))
      })
    },

    /** Its sessions keep it. Throws `vehicle_parked`. */
    remove: (driverId: string, vehicleId: string): Promise<void> =>
      change(driverId, async tx => {
        await requireToChange(tx, driverId, vehicleId)
        await requireNotParked(tx, vehicleId)
        await store.removeVehicle(tx, driverId, vehicleId)
      }),

    setDefault: (driverId: string, vehicleId: string): Promise<void> =>
      change(driverId, async tx => {
        await requireToChange(tx, driverId, vehicleId)
        await store.setDefault(tx, driverId, vehicleId)
      }),

    makes: () => makeAnswers,
    /** Throws at `makeId` where there is no such make. */
    models: (makeId: number): { PvValue: string }[] =>
      (findModels(makeId) ?? refuseField('makeId', 'from_list')).map(PvValue => ({ PvValue })),
    search: (text: string, now: Temporal.Instant) => searchVehicles(text, now.toZonedDateTimeISO('UTC').year),
    colors: () => colorAnswers,
    states: () => stateNames,
  }
}
export type Vehicles = ReturnType<typeof createVehicles>
