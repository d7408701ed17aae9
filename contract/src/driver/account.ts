// The driver's account: signing in, registering, codes, profile. Field names as recorded.
import * as z from 'zod/mini'
import { TopUpAnswer, TopUpSettings } from '../money/topup.ts'
import { ParkingOptions } from '../parking/automatic.ts'
import { call } from '../platform/call.ts'
import { Dollars } from '../platform/dollars.ts'
import { says } from '../platform/field-errors.ts'
import { Done, Email, Phone, requiredText, text } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { code, password } from '../platform/limits.ts'
import { VehicleFields } from './vehicles.ts'

export const Password = z
  .string(says('required'))
  .check(z.minLength(password.least, says('password_short')), z.maxLength(password.most, says('too_long')))
/** To be compared, so it is taken as typed. */
export const TypedPassword = z.string(says('required')).check(z.maxLength(password.most, says('too_long')))
export const CodeDigits = z
  .string(says('code'))
  .check(z.trim(), z.regex(new RegExp(`^\\d{${code.digits}}$`), says('code')))

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

export const token = call({
  summary: 'Sign in with a password or with a code',
  method: 'POST',
  path: '/api/Token',
  who: 'anyone',
  form: 'sent',
  perMinute: 30,
  body: z.discriminatedUnion('grant_type', [
    z.object({
      grant_type: z.literal('password'),
      username: requiredText(254, 'username_required'),
      password: TypedPassword.check(z.minLength(1, says('required'))),
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
  errors: ['wrong_credentials', 'code_expired', 'email_taken', 'phone_taken'],
})

export const RegisterForm = z.object({
  FirstName: requiredText(60, 'first_name_required'),
  LastName: z.optional(text(60)),
  EmailAddress: Email,
  PhoneNumber: Phone,
  Password,
})

export const register = call({
  summary: 'Begin an account; a code goes to the phone',
  method: 'POST',
  path: '/api/Account/Register',
  who: 'anyone',
  perMinute: 20,
  body: RegisterForm,
  answer: z.extend(Challenge, { MemberId: z.string() }),
  errors: [],
})

export const QuickRegisterForm = z.object({
  PhoneNumber: Phone,
  PlateNumber: VehicleFields.PlateNumber,
  PlateState: VehicleFields.PlateState,
})

export const quickRegister = call({
  summary: 'Begin parking with a phone and a plate, without a password; a code goes to the phone',
  method: 'POST',
  path: '/api/Account/QuickRegister',
  who: 'anyone',
  perMinute: 20,
  body: QuickRegisterForm,
  answer: Challenge,
  errors: [],
})

export const CompleteForm = z.omit(RegisterForm, { PhoneNumber: true })

export const complete = call({
  summary: 'Claim a quick account: name, e-mail and password',
  method: 'POST',
  path: '/api/Account/Complete',
  who: 'driver',
  perMinute: 20,
  body: CompleteForm,
  answer: User,
  errors: ['account_complete', 'code_expired', 'email_taken'],
})

export const sendCode = call({
  summary: 'Send a one-time code; the answer is the same whether or not an account exists',
  method: 'POST',
  path: '/api/Account/SendCode',
  who: 'anyone',
  perMinute: 20,
  body: z.object({ Destination: requiredText(254) }),
  answer: Challenge,
  errors: [],
})

export const changeContact = call({
  summary: 'Change the e-mail or the phone: a code goes to the new one',
  method: 'POST',
  path: '/api/Account/ChangeContact',
  who: 'driver',
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
  errors: ['wrong_credentials', 'sign_in_again'],
})

export const confirmContact = call({
  summary: 'The code that went to the new e-mail or phone: from now on it is the account’s',
  method: 'POST',
  path: '/api/Account/ConfirmContact',
  who: 'driver',
  perMinute: 30,
  body: z.object({ ChallengeId: z.uuid(says('invalid')), Code: CodeDigits }),
  answer: User,
  errors: ['wrong_credentials', 'code_expired', 'email_taken', 'phone_taken'],
})

export const ResetPasswordForm = z.object({ NewPassword: Password })

export const resetPassword = call({
  summary: 'Set a new password within ten minutes of a code sign-in; ends the other tokens',
  method: 'POST',
  path: '/api/Account/ResetPassword',
  who: 'driver',
  perMinute: 20,
  body: ResetPasswordForm,
  answer: Done,
  errors: ['code_expired'],
})

export const logout = call({
  summary: 'End this token',
  method: 'POST',
  path: '/api/Account/Logout',
  who: 'driver',
  answer: Done,
  errors: [],
})

export const SignIn = z.object({
  SignInId: z.string(),
  SignedInAt: Instant,
  /** when it ends by itself */
  ExpiresAt: Instant,
  /** the one that asks */
  Current: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const signIns = call({
  summary: 'Where the driver is signed in, the latest first',
  method: 'GET',
  path: '/api/Account/SignIns',
  who: 'driver',
  answer: z.object({ Items: z.array(SignIn) }),
  errors: [],
})

export const endSignIns = call({
  summary: 'End one sign-in, or all but this one; answers what remains',
  method: 'POST',
  path: '/api/Account/EndSignIns',
  who: 'driver',
  body: z.object({
    /** a SignInId, or `others` */
    Which: z.string(says('required')).check(z.regex(/^(others|[0-9a-f]{16})$/, says('invalid'))),
  }),
  answer: signIns.answer,
  errors: [],
})

export const profile = call({
  summary: 'The user record',
  method: 'GET',
  path: '/api/Account/Profile',
  who: 'driver',
  answer: z.extend(User, {
    PhotoUrl: z.nullable(z.string()),
    DefaultAddAmount: Dollars,
    Language: z.enum(['en', 'hi']),
    ...ParkingOptions.shape,
  }),
  errors: [],
})

export const settings = call({
  summary: 'Change settings; what is absent stays',
  method: 'POST',
  path: '/api/Account/Settings',
  who: 'driver',
  body: z.extend(z.partial(z.extend(ParkingOptions, TopUpSettings.shape)), {
    Language: z.optional(z.enum(['en', 'hi'], says('from_list'))),
  }),
  answer: z.extend(z.extend(ParkingOptions, TopUpAnswer.shape), { Language: z.enum(['en', 'hi']) }),
  errors: ['no_card'],
})

/** Read by the wallet side of the account screen. */
export const details = call({
  summary: 'Balance and minimum balance, in dollars',
  method: 'GET',
  path: '/api/Account/Details',
  who: 'driver',
  answer: z.object({ Balance: Dollars, MinBalance: Dollars, DefaultAddAmount: Dollars }),
  errors: [],
})
