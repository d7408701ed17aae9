// The sandbox's stand-in for a card field of Stripe's: what the form's library calls of it, over an input of its own.
import { groupNumber, isComplete, type Part, writeCvc, writeExpiry } from './card-format.ts'

type Options = { placeholder?: string; disabled?: boolean }

const write: Record<Part, (typed: string, before: string) => string> = {
  cardNumber: groupNumber,
  cardExpiry: writeExpiry,
  cardCvc: writeCvc,
}
const autofill: Record<Part, AutoFill> = { cardNumber: 'cc-number', cardExpiry: 'cc-exp', cardCvc: 'cc-csc' }

export const createElement = (part: Part, options: Options = {}) => {
  const input = document.createElement('input')
  input.inputMode = 'numeric'
  input.autocomplete = autofill[part]
  const update = ({ placeholder, disabled }: Options) => {
    if (placeholder !== undefined) input.placeholder = placeholder
    if (disabled !== undefined) input.disabled = disabled
  }
  update(options)

  let before = ''
  input.addEventListener('input', () => {
    const atEnd = input.selectionStart === input.value.length
    const at = input.selectionStart
    input.value = write[part](input.value, before)
    before = input.value
    // typing in the middle keeps its place
    if (!atEnd) input.setSelectionRange(at, at)
  })

  let named: HTMLLabelElement | null = null
  const focus = () => input.focus()

  return {
    value: () => input.value,
    complete: () => isComplete(part, input.value),
    mount: (place: HTMLElement) => {
      // the label stands outside, as with the provider's frame
      named = document.querySelector(`label[for="${place.id}"]`)
      if (named) input.setAttribute('aria-label', named.textContent ?? '')
      named?.addEventListener('click', focus)
      place.append(input)
    },
    destroy: () => {
      named?.removeEventListener('click', focus)
      input.remove()
    },
    update,
    focus,
    fill: (text: string) => {
      input.value = text
      before = text
    },
  }
}
export type SandboxElement = ReturnType<typeof createElement>
