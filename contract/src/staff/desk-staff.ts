// Who works at the desk: invited, signed in by password and a code to the e-mail, and removed.
import * as z from 'zod/mini'
import { CodeDigits, Password, TypedPassword } from '../driver/account.ts'
import { call } from '../platform/call.ts'
import { says } from '../platform/field-errors.ts'
import { Done, Email, requiredText } from '../platform/fields.ts'
import { Instant } from '../platform/instant.ts'
import { Staff } from './desk.ts'

/** Leads invite and remove others; what else there is to do at the desk, all do. */
export const roles = ['lead', 'agent'] as const
export type Role = (typeof roles)[number]

const SignedIn = z.object({ Token: z.string(), ExpiresAt: Instant, Staff })

export const SignInForm = z.object({ Email, Password: TypedPassword })

export const deskSignIn = call({
  summary: 'The first step of signing in: the password; a code goes to the e-mail',
  method: 'POST',
  path: '/api/Desk/Token',
  who: 'anyone',
  perMinute: 20,
  body: SignInForm,
  answer: z.object({
    ChallengeId: z.uuid(),
    ExpiresAt: Instant,
    /** sandbox alone: the code, since nothing is really sent */
    SandboxCode: z.optional(z.string()),
  }),
  errors: ['wrong_credentials'],
})

const CodeForm = z.object({
  ChallengeId: z.uuid(says('invalid')),
  Code: CodeDigits,
})

export const deskConfirm = call({
  summary: 'The second step of signing in, for twelve hours, or until it is not used for half an hour',
  method: 'POST',
  path: '/api/Desk/Token/Code',
  who: 'anyone',
  perMinute: 20,
  body: CodeForm,
  answer: SignedIn,
  errors: ['wrong_credentials', 'code_expired'],
})

export const InviteForm = z.object({
  /** of the link that the invitation printed */
  Secret: requiredText(100),
  Name: requiredText(60),
  Password,
})

export const acceptInvite = call({
  summary: 'Whoever was invited chooses a name and a password; the link works once',
  method: 'POST',
  path: '/api/Desk/Invitation',
  who: 'anyone',
  perMinute: 20,
  body: InviteForm,
  answer: SignedIn,
  errors: ['code_expired'],
})

export const deskSignOut = call({
  summary: 'End this sign-in',
  method: 'DELETE',
  path: '/api/Desk/Token',
  who: 'staff',
  answer: Done,
  errors: [],
})

const Member = z.extend(Staff, { Role: z.enum(roles) })
export const StaffRow = z.extend(Member, {
  /** the invitation was not accepted yet */
  Invited: z.boolean(),
})
export type StaffRow = z.output<typeof StaffRow>

export const staffList = call({
  summary: 'Everybody who works at the desk or is invited to, and who of them asks',
  method: 'GET',
  path: '/api/Desk/Staff',
  who: 'staff',
  answer: z.object({ Me: Member, Items: z.array(StaffRow) }),
  errors: [],
})

export const StaffForm = z.object({ Email, Role: z._default(z.enum(roles, says('from_list')), 'agent') })

export const inviteStaff = call({
  summary: 'Invite somebody by e-mail; the same e-mail again makes a new link and sets the role',
  method: 'POST',
  path: '/api/Desk/Staff',
  who: 'staff',
  perMinute: 20,
  body: StaffForm,
  answer: Done,
  errors: ['leads_only'],
})

export const removeStaff = call({
  summary: 'Remove somebody: every sign-in ends at once, the conversations are nobody’s, the log stays',
  method: 'DELETE',
  path: '/api/Desk/Staff/:staffId',
  who: 'staff',
  params: z.object({ staffId: z.uuid(says('invalid')) }),
  answer: Done,
  errors: ['leads_only'],
})
