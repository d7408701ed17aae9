// The sandbox's stand-in for a field of Stripe's: an input of the provider's own, in ParkIt's look.
import { brandOf, groupNumber, isComplete, type Part, writeCvc, writeExpiry } from './card-format.ts'

type Options = { placeholder?: string; disabled?: boolean }
type Listener = (event: Record<string, unknown>) => void

const write: Record<Part, (typed: string, before: string) => string> = {
  cardNumber: groupNumber,
  cardExpiry: writeExpiry,
  cardCvc: writeCvc,
}
const autofill: Record<Part, string> = { cardNumber: 'cc-number', cardExpiry: 'cc-exp', cardCvc: 'cc-csc' }

export const createElement = (part: Part, options: Options = {}) => {
  const listeners = new Map<string, Set<Listener>>()
  const emit = (name: string, event: Record<string, unknown> = {}) => {
    for (const listener of listeners.get(name) ?? []) listener({ elementType: part, ...event })
  }
  const input = document.createElement('input')
  input.inputMode = 'numeric'
  input.autocomplete = autofill[part] as AutoFill
  const look = ({ placeholder, disabled }: Options) => {
    if (placeholder !== undefined) input.placeholder = placeholder
    if (disabled !== undefined) input.disabled = disabled
  }
  look(options)

  let before = ''
  const changed = () =>
    emit('change', {
      empty: input.value === '',
      complete: isComplete(part, input.value),
      error: undefined,
      ...(part === 'cardNumber' && { brand: brandOf(input.value) }),
    })
  input.addEventListener('input', () => {
    const atEnd = input.selectionStart === input.value.length
    const at = input.selectionStart
    input.value = write[part](input.value, before)
    before = input.value
    // typing in the middle keeps its place
    if (!atEnd) input.setSelectionRange(at, at)
    changed()
  })
  input.addEventListener('focus', () => emit('focus'))
  input.addEventListener('blur', () => emit('blur'))
  input.addEventListener('keydown', ({ key }) => key === 'Escape' && emit('escape'))

  let named: HTMLLabelElement | null = null
  const focus = () => input.focus()

  return {
    __elementType: part,
    value: () => input.value,
    complete: () => isComplete(part, input.value),
    mount: (place: HTMLElement) => {
      // the label stands outside, as with the provider's frame
      named = document.querySelector(`label[for="${place.id}"]`)
      if (named) input.setAttribute('aria-label', named.textContent ?? '')
      named?.addEventListener('click', focus)
      place.append(input)
      queueMicrotask(() => emit('ready'))
    },
    unmount: () => {
      named?.removeEventListener('click', focus)
      input.remove()
    },
    destroy: () => {
      named?.removeEventListener('click', focus)
      input.remove()
      listeners.clear()
    },
    update: look,
    focus,
    blur: () => input.blur(),
    clear: () => {
      input.value = ''
      before = ''
      changed()
    },
    on: (name: string, listener: Listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    },
    off: (name: string, listener?: Listener) => {
      if (listener) listeners.get(name)?.delete(listener)
      else listeners.delete(name)
    },
    once: (name: string, listener: Listener) => {
      const one: Listener = event => {
        listeners.get(name)?.delete(one)
        listener(event)
      }
      listeners.set(name, (listeners.get(name) ?? new Set()).add(one))
    },
  }
}
export type SandboxElement = ReturnType<typeof createElement>
