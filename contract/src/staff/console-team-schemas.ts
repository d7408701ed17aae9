// What the server checks and documents of the calls in console-team.ts: schemas, limits, errors.
import * as z from 'zod/mini'
import type { CallSchemas } from '../platform/call.ts'
import { cityRoles, proposalKinds } from '../platform/choices.ts'
import { withMessage } from '../platform/field-errors.ts'
import { CityCode, Cursor, Done, Instant, Limit, requiredText } from '../platform/fields.ts'
import { desk as limits } from '../platform/limits.ts'
import { CityIdParams, CityParams, cityErrors, onceErrors } from './console-imports-schemas.ts'
import { Staff } from './desk-schemas.ts'

const Facts = z.nullable(z.record(z.string(), z.unknown()))

export const myCities = {
  summary: 'The cities that the caller works for, with the roles in each',
  answer: z.object({
    Me: Staff,
    Items: z.array(z.object({ City: CityCode, Name: z.string(), Roles: z.array(z.enum(cityRoles)) })),
  }),
} satisfies CallSchemas

export const consoleSignOut = {
  summary: 'End this sign-in of a city’s staff',
  answer: Done,
} satisfies CallSchemas

export const cityActs = {
  summary: 'What was done for a city, the latest first: who, when, what it was before, and what it is since',
  params: CityParams,
  query: z.object({ Cursor, Limit }),
  answer: z.object({
    Items: z.array(
      z.object({
        ActId: z.string(),
        At: Instant,
        /** `command`: whoever ran a command on ParkIt's machine, by the name given there */
        By: z.object({ Kind: z.enum(['staff', 'command']), StaffId: z.nullable(z.uuid()), Name: z.string() }),
        Kind: z.string(),
        Subject: z.string(),
        Before: Facts,
        After: Facts,
        Reason: z.nullable(z.string()),
        Proposal: z.nullable(z.uuid()),
      }),
    ),
    NextCursor: z.nullable(z.string()),
  }),
  errors: cityErrors,
} satisfies CallSchemas

export const CityProposal = z.object({
  Proposal: z.uuid(),
  Kind: z.enum(proposalKinds),
  /** the import, the override, or the city */
  Subject: z.string(),
  /** what would change */
  Details: z.record(z.string(), z.unknown()),
  MadeBy: Staff,
  At: Instant,
  ExpiresAt: Instant,
  State: z.enum(['open', 'refused', 'withdrawn', 'expired', 'done']),
  DecidedBy: z.nullable(Staff),
  DecidedAt: z.nullable(Instant),
  /** why it was refused */
  Reason: z.nullable(z.string()),
})
export type CityProposal = z.output<typeof CityProposal>

export const cityProposals = {
  summary: 'What waits or waited for a second person, the latest first',
  params: CityParams,
  query: z.object({ Cursor, Limit }),
  answer: z.object({ Items: z.array(CityProposal), NextCursor: z.nullable(z.string()) }),
  errors: cityErrors,
} satisfies CallSchemas

export const proposeLive = {
  summary: 'Propose that a city in setup goes live, from when on its prices need two people',
  perMinute: 30,
  params: CityParams,
  body: z.object({ Kind: z.literal('live', withMessage('from_list')) }),
  answer: z.object({ Proposal: z.uuid(), Code: z.literal('needs_approval'), Message: z.string() }),
  errors: [...cityErrors, 'needs_approval', 'city_state'],
} satisfies CallSchemas

const decided = [...onceErrors, 'own_proposal', 'proposal_over'] as const

export const approveCityProposal = {
  summary: 'Approve somebody else’s proposal, which carries it out',
  perMinute: 30,
  params: CityIdParams,
  answer: Done,
  errors: [...decided, 'changed_meanwhile', 'import_state', 'import_stale', 'override_over'],
} satisfies CallSchemas

export const refuseCityProposal = {
  summary: 'Refuse somebody else’s proposal, with a reason',
  perMinute: 30,
  params: CityIdParams,
  body: z.object({ Reason: requiredText(limits.mostReason) }),
  answer: Done,
  errors: decided,
} satisfies CallSchemas

export const withdrawCityProposal = {
  summary: 'Withdraw one’s own proposal',
  perMinute: 30,
  params: CityIdParams,
  answer: Done,
  errors: [...onceErrors, 'proposal_over'],
} satisfies CallSchemas
