// What the server checks and documents of the calls in desk-proposals.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { Cursor, Dollars, Done, IdParams, Instant, Limit, requiredText } from '../platform/fields.ts'
import { desk as limits } from '../platform/limits.ts'
import { Staff } from './desk-schemas.ts'

/** `expired` after 14 days; `done`: approved and carried out. */
const ProposalState = z.enum(['open', 'refused', 'withdrawn', 'expired', 'done'])

export const Proposal = z.object({
  ProposalId: z.uuid(),
  Kind: z.literal('refund'),
  SessionId: z.string(),
  Amount: Dollars,
  /** none once the driver has deleted the account */
  Reason: z.nullable(z.string()),
  Driver: z.object({ DriverId: z.uuid(), Name: z.string() }),
  MadeBy: Staff,
  At: Instant,
  ExpiresAt: Instant,
  State: ProposalState,
  /** who approved or refused it */
  DecidedBy: z.nullable(Staff),
})
export type Proposal = z.output<typeof Proposal>

export const proposals = {
  summary: 'Refunds that need or needed a second person, the latest first',
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(Proposal), NextCursor: z.nullable(z.string()) }),
} satisfies CallSchemas

const over = ['proposal_over'] as const

export const approveProposal = {
  summary: 'Approve somebody else’s proposal, which carries it out; for leads',
  perMinute: 30,
  params: IdParams,
  answer: Done,
  errors: [
    'leads_only',
    'own_proposal',
    'changed_meanwhile',
    'session_not_over',
    'payment_pending',
    'other_keys',
    'over_paid',
    ...over,
  ],
} satisfies CallSchemas

export const RefusalForm = z.object({ Reason: requiredText(limits.mostReason) })

export const refuseProposal = {
  summary: 'Refuse somebody else’s proposal, with a reason; for leads',
  perMinute: 30,
  params: IdParams,
  body: RefusalForm,
  answer: Done,
  errors: ['leads_only', 'own_proposal', ...over],
} satisfies CallSchemas

export const withdrawProposal = {
  summary: 'Withdraw one’s own proposal',
  perMinute: 30,
  params: IdParams,
  answer: Done,
  errors: over,
} satisfies CallSchemas
