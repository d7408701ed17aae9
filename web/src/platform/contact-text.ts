// An e-mail or a phone number as people read it.

export const isEmail = (destination: string): boolean => destination.includes('@')

/** `(512) 555-0147` for a North American number; any other stays as it was typed. */
export function phoneText(phone: string): string {
  const typed = phone.trim()
  const digits = typed.replace(/\D/g, '')
  const local = /^(?:\+?1)?\D*\d{3}\D*\d{3}\D*\d{4}$/.test(typed) ? digits.slice(-10) : ''
  return local ? `(${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}` : typed
}

export const contactText = (destination: string): string =>
  isEmail(destination) ? destination : phoneText(destination)

/** `0:24`, from whole seconds. */
export const countdownText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
