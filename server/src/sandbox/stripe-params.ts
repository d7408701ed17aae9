// What the sandbox refuses before a call runs, as Stripe does: parameters, limits, currencies and expansions it does not know.
import { integerOf, invalid, textOf } from './stripe-answers.ts'
import { requireExpandable } from './stripe-expand.ts'

type Params = Record<string, unknown>

/** `created.gte`: a part; `metadata.*`: any part */
type NameOf<Known> = Extract<keyof Known, string> | `${Extract<keyof Known, string>}.${string}`

/** The parameters that a call takes: a part of those that the SDK declares. */
export const takes = <Known>(...names: NameOf<Known>[]): Set<string> => new Set<string>([...names, 'expand'])

/** The path of every value; places in an array are left out. */
const listPaths = (value: unknown, path: string[] = []): string[][] => {
  if (Array.isArray(value)) return value.flatMap(item => listPaths(item, path))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, part]) => listPaths(part, [...path, name]))
}

const spelled = ([first, ...rest]: string[]) => `${first}${rest.map(part => `[${part}]`).join('')}`.slice(0, 80)

const requireLimit = (params: Params): void => {
  const limit = integerOf(params, 'limit')
  const bound = limit > 100 ? 'less than or equal to 100' : limit < 1 ? 'greater than or equal to 1' : null
  if (bound)
    invalid(`This value must be ${bound} (it currently is '${limit}').`, {
      code: 'parameter_invalid_integer',
      param: 'limit',
    })
}

/** Throws Stripe's refusal. `answers`: the type of the object that the call answers. */
export const checkParams = (params: Params, taken: Set<string>, answers: string): void => {
  const isTaken = (path: string[]) => taken.has(path.join('.')) || taken.has([...path.slice(0, -1), '*'].join('.'))
  const unknown = listPaths(params).find(path => !isTaken(path))
  if (unknown) {
    const param = spelled(unknown)
    invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  if (params.limit !== undefined) requireLimit(params)
  if (params.currency !== undefined && params.currency !== 'usd') {
    const given = textOf(params.currency).slice(0, 80)
    invalid(`Invalid currency: ${given}. Stripe currently supports these currencies: usd`, { param: 'currency' })
  }
  if (params.expand !== undefined) requireExpandable(params.expand, answers)
}
