// What the server checks and documents of the calls in account.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { TopUpAnswer, TopUpSettings } from '../money/topup-schemas.ts'
import { ParkingOptions } from '../parking/automatic-schemas.ts'
import type { CallSchemas } from '../platform/call.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Dollars, Done, Email, Instant, Phone, requiredText, text } from '../platform/fields.ts'
import { code, password } from '../platform/limits.ts'
import { VehicleFields } from './vehicles-schemas.ts'

export const Password = z
  .string(withMessage('required'))
  .check(
    z.minLength(password.least, withMessage('password_short')),
    z.maxLength(password.most, withMessage('too_long')),
  )

/** To be compared, so it is taken as typed. */
export const TypedPassword = z
  .string(withMessage('required'))
  .check(z.maxLength(password.most, withMessage('too_long')))

export const CodeDigits = z
  .string(withMessage('code'))
  .check(z.trim(), z.regex(new RegExp(`^\\d{${code.digits}}$`), withMessage('code')))

/** The recorded user record, stored in the browser as `user_data`. */
export const User = z.object({
  MemberId: z.string(),
  EmailAddress: z.string(),
  PhoneNumber: z.string(),
  FirstName: z.string(),
  LastName: z.string(),
  UserName: z.string(),
  AddressLine1: z.string(),
  AddressLine2: z.string(),
  City: z.string(),
  State: z.string(),
  ZipCode: z.string(),
  MinBalance: z.string(),
})
export type User = z.infer<typeof User>

/** A code is on its way, whether or not an account exists. */
export const Challenge = z.object({
  ChallengeId: z.string(),
  ExpiresAt: Instant,
  ResendAfter: Instant,
  /** sandbox alone: the code, since nothing is really sent */
  SandboxCode: z.optional(z.string()),
})
export type Challenge = z.infer<typeof Challenge>

export const token = {
  summary: 'Sign in with a password or with a code',
  perMinute: 30,
  body: z.discriminatedUnion('grant_type', [
    z.object({
      grant_type: z.literal('password'),
      username: requiredText(254, 'username_required'),
      password: TypedPassword.check(z.minLength(1, withMessage('required'))),
    }),
    z.object({ grant_type: z.literal('otp'), challenge_id: requiredText(100), code: CodeDigits }),
  ]),
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    /** seconds */
    expires_in: z.int(),
    app_id: z.string(),
    p_user_id: z.string(),
    client_id: z.string(),
    is_vehicle: z.enum(['true', 'false']),
    user_data: User,
  }),
  errors: ['wrong_credentials', 'code_expired', 'phone_taken'],
} satisfies CallSchemas

export const RegisterForm = z.object({
  FirstName: requiredText(60, 'first_name_required'),
  LastName: z.optional(text(60)),
  EmailAddress: Email,
  PhoneNumber: Phone,
  Password,
})

export const register = {
  summary: 'Begin an account; a code goes to the phone, and once it is used, a link to the e-mail',
  perMinute: 20,
  body: RegisterForm,
  answer: z.extend(Challenge, { MemberId: z.string() }),
  errors: ['proof_needed'],
} satisfies CallSchemas

export const QuickRegisterForm = z.object({
  PhoneNumber: Phone,
  PlateNumber: VehicleFields.PlateNumber,
  PlateState: VehicleFields.PlateState,
})

export const quickRegister = {
  summary: 'Begin parking with a phone and a plate, without a password; a code goes to the phone',
  perMinute: 20,
  body: QuickRegisterForm,
  answer: Challenge,
  errors: ['proof_needed'],
} satisfies CallSchemas

export const CompleteForm = z.omit(RegisterForm, { PhoneNumber: true })

export const complete = {
  summary: 'Claim a quick account with a recent proof: name, password, and an e-mail, which a link confirms',
  perMinute: 20,
  body: CompleteForm,
  answer: User,
  errors: ['account_complete', 'sign_in_again'],
} satisfies CallSchemas

export const sendCode = {
  summary: 'Send a one-time code; the answer is the same whether or not an account exists',
  perMinute: 20,
  body: z.object({ Destination: requiredText(254) }),
  answer: Challenge,
  errors: ['proof_needed'],
} satisfies CallSchemas

export const changeContact = {
  summary: 'Change the e-mail or the phone: a code goes to the new one',
  perMinute: 20,
  body: z
    .object({
      EmailAddress: z.optional(Email),
      PhoneNumber: z.optional(Phone),
      /** wanted where signing in was a while ago */
      Password: z.optional(TypedPassword),
    })
    .check(
      z.refine(({ EmailAddress, PhoneNumber }) => (EmailAddress === undefined) !== (PhoneNumber === undefined), {
        error: 'required',
        path: ['EmailAddress'],
      }),
    ),
  answer: Challenge,
  errors: ['wrong_credentials', 'sign_in_again', 'proof_needed'],
} satisfies CallSchemas

export const confirmContact = {
  summary: 'The code that went to the new e-mail or phone: from now on it is the account’s',
  perMinute: 30,
  body: z.object({ ChallengeId: z.uuid(withMessage('invalid')), Code: CodeDigits }),
  answer: User,
  errors: ['wrong_credentials', 'code_expired', 'email_taken', 'phone_taken'],
} satisfies CallSchemas

export const confirmEmail = {
  summary: 'Use the link that was mailed: from now on the e-mail is the account’s, and its user name',
  perMinute: 30,
  body: z.object({ ChallengeId: z.uuid(withMessage('invalid')), Secret: requiredText(100) }),
  answer: User,
  errors: ['link_expired', 'email_taken'],
} satisfies CallSchemas

export const sendEmailLink = {
  summary: 'Mail the link to the unconfirmed e-mail again; nothing where it is confirmed',
  perMinute: 10,
  answer: z.extend(Done, {
    /** sandbox alone: the link, since nothing is really sent */
    SandboxLink: z.optional(z.string()),
  }),
} satisfies CallSchemas

/** Of a recent sign-in, password, code, or passkey: what changes the ways into the account needs one (D-104). */
export const Proof = z.object({ ProvenUntil: Instant })

/** The password, or a code that was sent to a contact of the account. */
export const ProofForm = z
  .object({
    Password: z.optional(TypedPassword),
    ChallengeId: z.optional(z.uuid(withMessage('invalid'))),
    Code: z.optional(CodeDigits),
  })
  .check(
    z.refine(({ Password, ChallengeId, Code }) => Boolean(Password || (ChallengeId && Code)), {
      error: 'required',
      path: ['Password'],
    }),
  )
export type ProofForm = z.infer<typeof ProofForm>

export const prove = {
  summary: 'Prove by the password or a code that it is still the driver; counts for fifteen minutes',
  perMinute: 20,
  body: ProofForm,
  answer: Proof,
  errors: ['wrong_credentials', 'code_expired'],
} satisfies CallSchemas

export const ResetPasswordForm = z.object({ NewPassword: Password })

export const resetPassword = {
  summary: 'Set a new password within ten minutes of a code sign-in; ends the other tokens',
  perMinute: 20,
  body: ResetPasswordForm,
  answer: Done,
  errors: ['code_expired'],
} satisfies CallSchemas

export const logout = {
  summary: 'End this token',
  answer: Done,
} satisfies CallSchemas

export const SignIn = z.object({
  SignInId: z.string(),
  SignedInAt: Instant,
  /** when it ends by itself */
  ExpiresAt: Instant,
  /** roughly, as the browser says; null for a client that is none, and for sign-ins of before */
  Browser: z.nullable(z.string()),
  System: z.nullable(z.string()),
  /** to the hour */
  LastUsedAt: z.nullable(Instant),
  /** the one that asks */
  Current: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const signIns = {
  summary: 'Where the driver is signed in, the latest first',
  answer: z.object({ Items: z.array(SignIn) }),
} satisfies CallSchemas

export const endSignIns = {
  summary: 'End one sign-in, or all but this one; answers what remains',
  body: z.object({
    /** a SignInId, or `others` */
    Which: z.string(withMessage('required')).check(z.regex(/^(others|[0-9a-f]{16})$/, withMessage('invalid'))),
  }),
  answer: signIns.answer,
} satisfies CallSchemas

export const profile = {
  summary: 'The user record',
  answer: z.extend(User, {
    /** false: the link that was mailed has not been used; signing in, messages, and receipts don’t use the e-mail yet */
    EmailConfirmed: z.boolean(),
    PhotoUrl: z.nullable(z.string()),
    DefaultAddAmount: Dollars,
    Language: z.enum(['en', 'es', 'hi']),
    ...ParkingOptions.shape,
  }),
} satisfies CallSchemas

export const settings = {
  summary: 'Change settings; what is absent stays',
  body: z.extend(z.partial(z.extend(ParkingOptions, TopUpSettings.shape)), {
    Language: z.optional(z.enum(['en', 'es', 'hi'], withMessage('from_list'))),
  }),
  answer: z.extend(z.extend(ParkingOptions, TopUpAnswer.shape), { Language: z.enum(['en', 'es', 'hi']) }),
  errors: ['no_card'],
} satisfies CallSchemas

/** Read by the wallet side of the account screen. */
export const details = {
  summary: 'Balance and minimum balance, in dollars',
  answer: z.object({ Balance: Dollars, MinBalance: Dollars, DefaultAddAmount: Dollars }),
} satisfies CallSchemas
