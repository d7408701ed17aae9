// A phone number as people write it.

/** `(512) 555-0147` for a North American number; any other stays as it was typed. */
export function phoneText(phone: string): string {
  const typed = phone.trim()
  const digits = typed.replace(/\D/g, '')
  const local = /^(?:\+?1)?\D*\d{3}\D*\d{3}\D*\d{4}$/.test(typed) ? digits.slice(-10) : ''
  return local ? `(${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}` : typed
}
