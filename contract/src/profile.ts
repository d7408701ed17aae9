// What a driver does with the record of himself: edits it. Field names and rules as recorded.
import * as z from 'zod/mini'
import { User } from './account.ts'
import { call } from './call.ts'
import { says } from './field-errors.ts'
import { Email, Phone, requiredText, text } from './fields.ts'
import { digitsMost } from './limits.ts'

/** Digits alone, which may be none. */
const zip = z.regex(new RegExp(`^\\d{0,${digitsMost}}$`), says('digits'))

/** The rules of the Edit Profile form. User name, e-mail and phone are shown and sent, and never change by it (D-87). */
export const ProfileForm = z.object({
  UserName: requiredText(254, 'username_required'),
  EmailAddress: Email,
  PhoneNumber: Phone,
  FirstName: text(60),
  LastName: text(60),
  AddressLine1: requiredText(120, 'address_required'),
  AddressLine2: text(120),
  City: requiredText(80, 'city_required'),
  /** by name, as in Core/States, or by its two letters */
  State: requiredText(40, 'state_required'),
  ZipCode: requiredText(200, 'zip_required').check(zip),
  /** sent as recorded; the settings alone change it */
  MinBalance: text(20),
})
export type ProfileForm = z.output<typeof ProfileForm>

export const update = call({
  summary: 'Change name and address; user name, e-mail, phone and minimum balance stay as they are',
  method: 'POST',
  path: '/api/Account/Update',
  who: 'driver',
  body: z.extend(ProfileForm, {
    /** the caller’s own MemberId */
    ID: z.optional(text(100)),
    FirstName: z._default(ProfileForm.shape.FirstName, ''),
    LastName: z._default(ProfileForm.shape.LastName, ''),
    AddressLine2: z._default(ProfileForm.shape.AddressLine2, ''),
    MinBalance: z._default(ProfileForm.shape.MinBalance, '0'),
  }),
  answer: User,
  errors: [],
})
