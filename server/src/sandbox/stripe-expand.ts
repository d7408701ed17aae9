// Expansion in the sandbox, as at Stripe: which ids of an object an answer may hold in full, and putting them there.
import type { Queryable } from '#platform/db.ts'
import { invalid, textOf } from './stripe-answers.ts'
import { peekObject } from './stripe-store.ts'

/** By type and field: the type of what its id names. A `list` is asked for through `data`. */
const expandable: Record<string, Record<string, string>> = {
  charge: { customer: 'customer', payment_intent: 'payment_intent' },
  customer: { 'invoice_settings.default_payment_method': 'payment_method' },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  invoice: { customer: 'customer', payments: 'list invoice_payment' },
  invoice_payment: { invoice: 'invoice', 'payment.payment_intent': 'payment_intent' },
  payment_intent: { customer: 'customer', latest_charge: 'charge', payment_method: 'payment_method' },
  payment_method: { customer: 'customer' },
  price: { product: 'product' },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  subscription: { customer: 'customer', default_payment_method: 'payment_method', latest_invoice: 'invoice' },
}
const deepest = 4

type Step = { field: string[]; next: string }

const stepOf = (type: string, parts: string[]): Step | null => {
  if (type.startsWith('list '))
    return parts[0] === 'data' ? { field: ['data'], next: type.slice('list '.length) } : null
  for (let length = 1; length <= parts.length; length++) {
    const next = expandable[type]?.[parts.slice(0, length).join('.')]
    if (next) return { field: parts.slice(0, length), next }
  }
  return null
}

const pathsOf = (expand: unknown): string[] => (Array.isArray(expand) ? expand.map(textOf) : [])

const isExpandable = (type: string, parts: string[]): boolean => {
  if (parts.length === 0) return true
  const step = stepOf(type, parts)
  return step !== null && isExpandable(step.next, parts.slice(step.field.length))
}

/** Throws Stripe's refusal of a path that leads to nothing. */
export const requireExpandable = (expand: unknown, type: string): void => {
  if (!Array.isArray(expand)) invalid('Invalid array', { param: 'expand' })
  for (const path of pathsOf(expand)) {
    const parts = path.split('.')
    if (parts.length > deepest)
      invalid(`You cannot expand more than ${deepest} levels of a property (${path.slice(0, 80)}).`, {
        param: 'expand',
      })
    if (!isExpandable(type, parts))
      invalid(`This property cannot be expanded (${path.slice(0, 80)}).`, { param: 'expand' })
  }
}

type Body = Record<string, unknown>

/** Without what Stripe leaves out unless it is expanded. */
export const withoutExpanded = <Object>(object: Object): Object => {
  const { object: type, payments, data, ...rest } = object as Body
  if (type === 'invoice') return { ...rest, object: type } as Object
  return type === 'list' ? ({ ...object, data: (data as unknown[]).map(withoutExpanded) } as Object) : object
}

const expandOne = async (tx: Queryable, value: Body | null, type: string, parts: string[]): Promise<void> => {
  if (!value || parts.length === 0) return
  const { field, next } = stepOf(type, parts)!
  const rest = parts.slice(field.length)
  const holder = field.slice(0, -1).reduce<Body | undefined>((part, name) => part?.[name] as Body | undefined, value)
  const name = field.at(-1)!
  if (!holder) return
  if (name === 'data') {
    for (const item of value.data as Body[]) await expandOne(tx, item, next, rest)
    return
  }
  if (name === 'payments') value.payments ??= (await peekObject<Body>(tx, textOf(value.id)))?.payments
  const id = holder[name]
  if (typeof id === 'string') holder[name] = withoutExpanded(await peekObject(tx, id))
  await expandOne(tx, holder[name] as Body | null, next, rest)
}

/** The answer with the objects that the call asks for. */
export const expanded = async (tx: Queryable, body: unknown, type: string, expand: unknown): Promise<unknown> => {
  const answer = structuredClone(withoutExpanded(body)) as Body
  for (const path of pathsOf(expand)) await expandOne(tx, answer, type, path.split('.'))
  return answer
}
