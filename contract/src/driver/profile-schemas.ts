// What the server checks and documents of the calls in profile.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, Email, Phone, requiredText, text } from '../platform/fields.ts'
import { digitsMost } from '../platform/limits.ts'
import { ProofForm, User } from './account-schemas.ts'

/** Digits alone, which may be none. */
const zip = z.regex(new RegExp(`^\\d{0,${digitsMost}}$`), withMessage('digits'))

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

export const update = {
  summary: 'Change name and address; user name, e-mail, phone and minimum balance stay as they are',
  body: z.extend(ProfileForm, {
    /** the caller’s own MemberId */
    ID: z.optional(text(100)),
    FirstName: z._default(ProfileForm.shape.FirstName, ''),
    LastName: z._default(ProfileForm.shape.LastName, ''),
    AddressLine2: z._default(ProfileForm.shape.AddressLine2, ''),
    MinBalance: z._default(ProfileForm.shape.MinBalance, '0'),
  }),
  answer: User,
} satisfies CallSchemas

export const deleteAccount = {
  summary: 'Delete the account for good, by its password or a code; money records stay and name nobody',
  perMinute: 20,
  body: ProofForm,
  answer: Done,
  errors: ['wrong_credentials', 'code_expired', 'session_running', 'wallet_not_empty', 'payment_pending'],
} satisfies CallSchemas

const PhotoAddress = z.object({ PhotoUrl: z.nullable(z.string()) })

export const photo = {
  summary: 'The driver’s photo, for himself alone',
  query: z.object({ v: z.optional(text(64)) }),
  answer: z.any(),
} satisfies CallSchemas

export const changePhoto = {
  summary: 'Set the photo: JPEG, PNG or WebP, at most 5 MB; kept as a square WebP of 512 pixels a side',
  perMinute: 30,
  answer: PhotoAddress,
} satisfies CallSchemas

export const deletePhoto = {
  summary: 'Remove the photo',
  answer: PhotoAddress,
} satisfies CallSchemas
