// The Edit Profile form: where it begins, its rules to the letter, and what its number fields let through.
import type { User } from '@parkit/contract/driver/account'
import { ProfileForm } from '@parkit/contract/driver/profile-schemas'
import { fieldText } from '@parkit/contract/platform/field-errors'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { digitsOf, formOf } from './rules.ts'

const user: User = {
  MemberId: '1',
  EmailAddress: 'maya@example.com',
  PhoneNumber: '+13125551001',
  FirstName: 'Maya',
  LastName: '',
  UserName: 'maya@example.com',
  AddressLine1: '',
  AddressLine2: '',
  City: '',
  State: '',
  ZipCode: '',
  MinBalance: '',
}

test('an empty state defaults to Texas, and a saved one stays', () => {
  expect(formOf(user).State).toBe('Texas')
  expect(formOf({ ...user, State: 'Illinois' }).State).toBe('Illinois')
})

test('an empty minimum balance becomes the text 0', () => {
  expect(formOf(user).MinBalance).toBe('0')
  expect(formOf({ ...user, MinBalance: '25.5' }).MinBalance).toBe('25.5')
})

test.each([
  ['60602', '60602'],
  ['60602-1234', '606021234'],
  ['1234567890123', '123456789012'],
  ['६०६०२', '60602'],
  ['zip 🚗 ٦٠', ''],
  ['', ''],
])('of %j the digits are %j', (typed, digits) => expect(digitsOf(typed)).toBe(digits))

test.each([
  ['UserName', 'Username is Required'],
  ['EmailAddress', 'Please enter a valid email address'],
  ['AddressLine1', 'AddressLine1 is Required'],
  ['City', 'City is Required'],
  ['State', 'State is Required'],
  ['ZipCode', 'ZipCode is Required'],
] as const)('an empty %s says: %s', (field, said) => {
  const whole = { ...formOf(user), AddressLine1: '1 Main St', City: 'Chicago', ZipCode: '60602' }
  expect(z.safeParse(ProfileForm, whole).success).toBe(true)
  const first = z.safeParse(ProfileForm, { ...whole, [field]: ' ' }).error?.issues[0]
  expect([first?.path, fieldText(first?.message, 'en')]).toEqual([[field], said])
})
