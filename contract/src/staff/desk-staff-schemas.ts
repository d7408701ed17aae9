// What the server checks and documents of the calls in desk-staff.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import { confirmContact, Password, TypedPassword } from '../driver/account-schemas.ts'
import type { CallSchemas } from '../platform/call.ts'
import { roles } from '../platform/choices.ts'
import { withMessage } from '../platform/field-errors.ts'
import { Done, Email, Instant, requiredText } from '../platform/fields.ts'
import { Staff } from './desk-schemas.ts'

const SignedIn = z.object({ Token: z.string(), ExpiresAt: Instant, Staff })

export const SignInForm = z.object({ Email, Password: TypedPassword })

export const deskSignIn = {
  summary: 'The first step of signing in: the password; a code goes to the e-mail',
  perMinute: 20,
  body: SignInForm,
  answer: z.object({
    ChallengeId: z.uuid(),
    ExpiresAt: Instant,
    /** sandbox alone: the code, since nothing is really sent */
    SandboxCode: z.optional(z.string()),
  }),
  errors: ['wrong_credentials'],
} satisfies CallSchemas

export const deskConfirm = {
  summary: 'The second step of signing in, for twelve hours, or until it is not used for half an hour',
  perMinute: 20,
  body: confirmContact.body,
  answer: SignedIn,
  errors: ['wrong_credentials', 'code_expired'],
} satisfies CallSchemas

export const InviteForm = z.object({
  /** of the link that the invitation printed */
  Secret: requiredText(100),
  Name: requiredText(60),
  Password,
})

export const acceptInvite = {
  summary: 'Whoever was invited chooses a name and a password; the link works once',
  perMinute: 20,
  body: InviteForm,
  answer: SignedIn,
  errors: ['code_expired'],
} satisfies CallSchemas

export const deskSignOut = {
  summary: 'End this sign-in',
  answer: Done,
} satisfies CallSchemas

const Member = z.extend(Staff, { Role: z.enum(roles) })

export const StaffRow = z.extend(Member, {
  /** the invitation was not accepted yet */
  Invited: z.boolean(),
})
export type StaffRow = z.output<typeof StaffRow>

export const staffList = {
  summary: 'Everybody who works at the desk or is invited to, and who of them asks',
  answer: z.object({ Me: Member, Items: z.array(StaffRow) }),
} satisfies CallSchemas

export const StaffForm = z.object({ Email, Role: z._default(z.enum(roles, withMessage('from_list')), 'agent') })

export const inviteStaff = {
  summary: 'Invite somebody by e-mail; the same e-mail again makes a new link and sets the role',
  perMinute: 20,
  body: StaffForm,
  answer: Done,
  errors: ['leads_only'],
} satisfies CallSchemas

export const removeStaff = {
  summary: 'Remove somebody: every sign-in ends at once, the conversations are nobody’s, the log stays',
  params: z.object({ staffId: z.uuid(withMessage('invalid')) }),
  answer: Done,
  errors: ['leads_only'],
} satisfies CallSchemas
