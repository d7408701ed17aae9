// How a typed card is shown while it is typed: the number in groups, the date with its slash, digits alone.

const digits = (typed: string, most: number) => typed.replace(/\D/g, '').slice(0, most)

const isAmex = (number: string) => /^3[47]/.test(number)

/** `4242 4242 4242 4242`; American Express in 4, 6 and 5. */
export const groupNumber = (typed: string): string => {
  const number = digits(typed, 19)
  const groups = isAmex(number) ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,7})?/
  return groups.exec(number)?.slice(1).filter(Boolean).join(' ') ?? ''
}

/** `04 / 31`; a first digit above 1 is a month of its own. Deleting back over the slash works. */
export const writeExpiry = (typed: string, before: string): string => {
  const all = digits(typed, 4)
  const number = /^[2-9]/.test(all) ? `0${all}`.slice(0, 4) : all
  if (number.length < 2 || (number.length === 2 && before.length > typed.length)) return number
  return `${number.slice(0, 2)} / ${number.slice(2)}`
}

export const writeCvc = (typed: string): string => digits(typed, 4)

const sumsUp = (number: string) => {
  let sum = 0
  for (const [i, digit] of [...number].reverse().entries()) {
    const twice = Number(digit) * (i % 2 ? 2 : 1)
    sum += twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

export type Part = 'cardNumber' | 'cardExpiry' | 'cardCvc'

export const isComplete = (part: Part, value: string): boolean => {
  const number = digits(value, 19)
  if (part === 'cardExpiry') return number.length === 4
  if (part === 'cardCvc') return number.length >= 3
  return number.length >= (isAmex(number) ? 15 : 14) && sumsUp(number)
}
