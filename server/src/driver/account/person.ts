// A driver's name, e-mail and phone: validated as typed, answered as the recorded user record.
import type * as contract from '@parkit/contract/driver/account'
import type { User } from '@parkit/contract/driver/account'
import type { Input } from '@parkit/contract/platform/call'
import { toDollars } from '@parkit/contract/platform/money'
import { refuseField } from '#platform/errors.ts'
import { cleaned, findPhone, storedEmail } from './login-name.ts'
import { hashPassword, isCommonPassword } from './secrets.ts'
import type { DriverRow } from './store.ts'

export const userOf = (row: DriverRow): User => ({
  MemberId: row.driver_id,
  EmailAddress: row.email ?? row.unconfirmed_email ?? '',
  PhoneNumber: row.phone,
  FirstName: row.first_name,
  LastName: row.last_name,
  UserName: row.user_name,
  AddressLine1: row.address_line_1,
  AddressLine2: row.address_line_2,
  City: row.city,
  State: row.state,
  ZipCode: row.zip_code,
  MinBalance: String(toDollars(row.min_balance_cents)),
})

/** Throws at `field` where too many people use that password. */
export const requireUncommon = (field: string, password: string) => {
  if (isCommonPassword(password)) refuseField(field, 'password_common')
}

/** Who claims an account, as stored. Throws at each field. */
export const requirePerson = async (body: Input<typeof contract.complete>['body']) => {
  const firstName = cleaned(body.FirstName)
  if (!firstName) refuseField('FirstName', 'first_name_required')
  requireUncommon('Password', body.Password)
  return {
    firstName,
    lastName: cleaned(body.LastName ?? ''),
    email: storedEmail(body.EmailAddress),
    passwordHash: await hashPassword(body.Password),
  }
}

/** E.164. */
export const requirePhone = (typed: string): string => findPhone(typed) ?? refuseField('PhoneNumber', 'phone')
