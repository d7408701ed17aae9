// User name, e-mail or phone as typed, in the one form in which each is stored.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Channel } from '#platform/outbox.ts'

/** The database can't hold a zero byte, and no name needs a control character. */
export const cleaned = (typed: string): string => typed.replace(/\p{Cc}+/gu, ' ').trim()

/** E.164; a number without its country is one of the US (D-96). None where no numbering plan knows it. */
export const findPhone = (typed: string): string | null => {
  const phone = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false })
  return phone?.isValid() ? phone.number : null
}

export const storedEmail = (typed: string): string => cleaned(typed).toLowerCase()

/** `key` is the e-mail, phone or user name as stored; `channel` is how a code gets there, as far as the text tells. */
export const readLogin = (typed: string): { key: string; channel: Channel } => {
  const phone = typed.includes('@') ? null : findPhone(cleaned(typed))
  return phone ? { key: phone, channel: 'sms' } : { key: storedEmail(typed), channel: 'mail' }
}
