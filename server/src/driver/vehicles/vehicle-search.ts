// Finds the make, model, and year in one line of text, as "2022 Subaru Ascent". A pure function of the text and the list of makes.
import type { VehicleFound } from '@parkit/contract/driver/vehicles'
import { vehicleYears } from '@parkit/contract/platform/limits'
import { listCars } from './choice-lists.ts'

const most = 5

/** Letters and digits alone: `F-150` and `f150` are the same. */
const squash = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const nicknames = new Map([
  ['chevy', 'Chevrolet'],
  ['vw', 'Volkswagen'],
  ['benz', 'Mercedes-Benz'],
  ['merc', 'Mercedes-Benz'],
])

const cars = listCars().map(({ make, model }) => ({
  make,
  model,
  name: squash(make + model),
  /** Mercedes for Mercedes-Benz */
  short: squash(make.split('-')[0]! + model),
  own: squash(model),
}))
type Car = (typeof cars)[number]

/** The best first; none where the texts have nothing in common. */
function rankOf({ name, short, own }: Car, typed: string): number | undefined {
  if (typed === name || typed === short) return 0
  if (typed === own) return 1
  if (name.startsWith(typed) || short.startsWith(typed)) return 2
  if (own.startsWith(typed)) return 3
  // a trim after the model, as in "Honda Civic EX"
  if (typed.startsWith(name) || typed.startsWith(short)) return 4
  return undefined
}

/** `IsExact`: nothing is left to choose but what was not typed, the year for example. */
export function searchVehicles(text: string, thisYear: number): VehicleFound[] {
  const words = text.split(/\s+/).filter(Boolean)
  const isYear = (word: string) =>
    /^\d{4}$/.test(word) && Number(word) >= vehicleYears.first && Number(word) <= thisYear + 1
  const year = words.find(isYear) ?? ''
  const typed = squash(
    words
      .filter(word => word !== year)
      .map(word => nicknames.get(squash(word)) ?? word)
      .join(''),
  )
  if (typed.length < 2) return []
  const ranked = cars.flatMap(car => {
    const rank = rankOf(car, typed)
    return rank === undefined ? [] : [{ car, rank }]
  })
  // of the models that a trim follows, the longest: "Model 3 Performance" is no "Model"
  ranked.sort((a, b) => a.rank - b.rank || (a.rank === 4 ? b.car.name.length - a.car.name.length : 0))
  const alike = ranked.filter(({ rank }) => rank === ranked[0]!.rank).length
  return ranked.slice(0, most).map(({ car: { make, model }, rank }, i) => ({
    VehicleMake: make,
    VehicleModel: model,
    VehicleYear: year,
    IsExact: i === 0 && (rank === 0 || rank === 4 || (rank === 1 && alike === 1)),
  }))
}
