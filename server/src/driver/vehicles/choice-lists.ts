// The lists that a vehicle's make, model, state and color are chosen from.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { states as usStates } from 'states-us'

type Make = { id: number; name: string; models: string[] }

/** Nobody is kept from parking because a list lacks their car. */
const other = 'Other'

const fromVpic: Make[] = JSON.parse(readFileSync(join(import.meta.dirname, 'makes.json'), 'utf8'))
const makes: Make[] = [...fromVpic, { id: 0, name: other, models: [] }].map(make => ({
  ...make,
  models: [...make.models, other],
}))

const names = {
  /** the fifty, the district and the territories */
  state: usStates.map(({ name }) => name.replace(' Of ', ' of ')),
  color:
    'Beige, Black, Blue, Brown, Gold, Gray, Green, Maroon, Orange, Pink, Purple, Red, Silver, Tan, White, Yellow'.split(
      ', ',
    ),
}

/** PVID is vPIC's own number of the make, so that it stays. */
export const makeAnswers = makes.map(({ id, name }) => ({ PVID: id, PvValue: name }))
export const colorAnswers = names.color.map(name => ({ PvDescription: name }))
export const stateNames = names.state

const indexBy = <T>(items: T[], nameOf: (item: T) => string) =>
  new Map(items.map(item => [nameOf(item).toUpperCase(), item]))
const makeByName = indexBy(makes, make => make.name)
const makeById = new Map(makes.map(make => [make.id, make]))
const modelsByName = new Map(makes.map(make => [make.id, indexBy(make.models, model => model)]))
const stateByName = indexBy(names.state, name => name)
const stateByCode = new Map(usStates.map(({ abbreviation }, i) => [abbreviation, names.state[i]]))
const colorByName = indexBy(names.color, name => name)

export const findModels = (makeId: number): string[] | undefined => makeById.get(makeId)?.models

export const listCars = (): { make: string; model: string }[] =>
  makes.flatMap(({ name, models }) => models.map(model => ({ make: name, model })))

// What was typed in any case, as the list spells it; none where the list lacks it.
export const findMake = (typed: string): Make | undefined => makeByName.get(typed.toUpperCase())
export const findModel = (make: Make, typed: string): string | undefined =>
  modelsByName.get(make.id)?.get(typed.toUpperCase())
export const findState = (typed: string): string | undefined => stateByName.get(typed.toUpperCase())
/** Also by its two letters, which the recorded profile sends. */
export const findStateOrCode = (typed: string): string | undefined =>
  findState(typed) ?? stateByCode.get(typed.toUpperCase())
export const findColor = (typed: string): string | undefined => colorByName.get(typed.toUpperCase())
