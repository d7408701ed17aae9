// What the Edit Profile form begins with, and what its number fields let through.
import type { User } from '@parkit/contract/driver/account'
import type { ProfileForm } from '@parkit/contract/driver/profile'
import { digitsMost } from '@parkit/contract/platform/limits'

/** Forced by the recorded form; here only where the driver has none yet (D-14). */
const usualState = 'Texas'

export const formOf = (user: User): ProfileForm => ({
  UserName: user.UserName,
  EmailAddress: user.EmailAddress,
  PhoneNumber: user.PhoneNumber,
  FirstName: user.FirstName,
  LastName: user.LastName,
  AddressLine1: user.AddressLine1,
  AddressLine2: user.AddressLine2,
  City: user.City,
  State: user.State || usualState,
  ZipCode: user.ZipCode,
  MinBalance: user.MinBalance || '0',
})

const zero = '०'.charCodeAt(0)

/** The digits of what was typed or pasted, the first twelve; a Hindi keyboard’s digits become Latin. */
export const digitsOf = (typed: string): string =>
  typed
    .replace(/[०-९]/g, digit => String(digit.charCodeAt(0) - zero))
    .replace(/[^0-9]/g, '')
    .slice(0, digitsMost)
