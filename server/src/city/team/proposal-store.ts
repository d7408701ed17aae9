// The SQL of a city's proposals: made, listed, decided once.
import type { ProposalKind } from '@parkit/contract/platform/choices'
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant
export type Kind = ProposalKind

export type ProposalRow = {
  proposal_id: string
  kind: Kind
  subject: string
  payload: Record<string, unknown>
  digest: Buffer
  made_by: string
  at: Instant
  expires_at: Instant
  effect_at: Instant | null
  state: 'open' | 'refused' | 'withdrawn' | 'done'
}
const columns = `proposal_id, kind, subject, payload, digest, made_by, proposal.at, expires_at, effect_at, proposal.state`

export const insertProposal = sql.run<
  [
    proposalId: string,
    city: number,
    kind: Kind,
    subject: string,
    payload: string,
    digest: Buffer,
    effectAt: Instant | null,
    madeBy: string,
    at: Instant,
    expiresAt: Instant,
    state: 'open' | 'done',
  ]
>(
  'city_proposal_insert',
  `insert into proposal (proposal_id, city, kind, subject, payload, digest, effect_at, made_by, at, expires_at, state)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
)

/** One that waits for the same, as it is now. */
export const findSame = sql.value<
  string | null,
  [city: number, kind: Kind, subject: string, digest: Buffer, now: Instant]
>(
  'city_proposal_same',
  `select proposal_id from proposal
    where city = $1 and kind = $2 and subject = $3 and digest = $4 and state = 'open' and expires_at > $5 order by at limit 1`,
)

/** Until the transaction ends nobody else decides it. */
export const lockProposal = sql.first<ProposalRow, [city: number, proposalId: string]>(
  'city_proposal_lock',
  `select ${columns} from proposal where city = $1 and proposal_id = $2 for update`,
)

const proposalDecide = sql('city_proposal_decide', 'update proposal set state = $2 where proposal_id = $1')
export const setState = async (tx: Queryable, proposalId: string, state: ProposalRow['state']): Promise<void> => {
  await proposalDecide(tx, [proposalId, state])
}

export const insertVote = sql.run<[proposalId: string, staffId: string, yes: boolean, reason: string, at: Instant]>(
  'city_proposal_vote',
  'insert into proposal_vote (proposal_id, staff_id, yes, reason, at) values ($1, $2, $3, $4, $5)',
)

type Person = { StaffId: string; Name: string; Email: string }
export type ListedProposal = ProposalRow & {
  maker: Person
  voter: Person | null
  vote_reason: string | null
  voted_at: Instant | null
}
const person = (staff: string) =>
  `jsonb_build_object('StaffId', ${staff}.staff_id, 'Name', ${staff}.name, 'Email', ${staff}.email)`

/** The latest first, older than `before`; or the one that is named. */
export const listProposals = sql.list<
  ListedProposal,
  [city: number, most: number, before: string | null, beforeId: string | null, proposalId: string | null]
>(
  'city_proposal_list',
  `select ${columns}, ${person('maker')} as maker, case when voter.staff_id is not null then ${person('voter')} end as voter,
          proposal_vote.reason as vote_reason, proposal_vote.at as voted_at
     from proposal join staff maker on maker.staff_id = made_by
          left join proposal_vote using (proposal_id)
          left join staff voter on voter.staff_id = proposal_vote.staff_id
    where city = $1 and ($3::timestamptz is null or (proposal.at, proposal_id) < ($3, $4::uuid)) and ($5::uuid is null or proposal_id = $5)
    order by proposal.at desc, proposal_id desc limit $2`,
)
