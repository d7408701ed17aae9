// The SQL of proposals: made, listed, decided once.
import { type Queryable, sql } from '#platform/db.ts'

type Instant = Temporal.Instant
export type Payload = { driverId: string; reason?: string }

export type ProposalRow = {
  proposal_id: string
  subject: string
  payload: Payload
  digest: Buffer
  amount_cents: number
  made_by: string
  at: Instant
  expires_at: Instant
  state: 'open' | 'refused' | 'withdrawn' | 'done'
}
const columns = `proposal_id, subject, payload, digest, amount_cents, made_by, proposal.at, expires_at, proposal.state`

const proposalInsert = sql(
  'proposal_insert',
  `insert into proposal (proposal_id, kind, subject, payload, digest, amount_cents, made_by, at, expires_at)
     values ($1, 'refund', $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning proposal_id`,
)
/** Whether it is new. */
export const insertProposal = async (tx: Queryable, row: Omit<ProposalRow, 'state'>): Promise<boolean> => {
  const { proposal_id, subject, payload, digest, amount_cents, made_by, at, expires_at } = row
  const json = JSON.stringify({ ...payload, reason: payload.reason?.toWellFormed() })
  const rows = await proposalInsert(tx, [proposal_id, subject, json, digest, amount_cents, made_by, at, expires_at])
  return rows.length > 0
}

export const findProposal = sql.first<ProposalRow, [proposalId: string]>(
  'proposal_find',
  `select ${columns} from proposal where proposal_id = $1`,
)
/** Until the transaction ends nobody else decides it. */
export const lockProposal = sql.first<ProposalRow, [proposalId: string]>(
  'proposal_lock',
  `select ${columns} from proposal where proposal_id = $1 for update`,
)

export const setState = sql.run<[proposalId: string, state: ProposalRow['state']]>(
  'proposal_set_state',
  'update proposal set state = $2 where proposal_id = $1',
)

export const insertVote = sql.run<[proposalId: string, staffId: string, yes: boolean, reason: string, at: Instant]>(
  'proposal_vote_insert',
  'insert into proposal_vote (proposal_id, staff_id, yes, reason, at) values ($1, $2, $3, $4, $5)',
)

export type ListedProposal = ProposalRow & {
  cursor: string
  driver_name: string
  maker: { StaffId: string; Name: string; Email: string }
  voter: { StaffId: string; Name: string; Email: string } | null
}
const person = (staff: string) =>
  `jsonb_build_object('StaffId', ${staff}.staff_id, 'Name', ${staff}.name, 'Email', ${staff}.email)`

/** The latest first, older than `before`. */
export const listProposals = sql.list<
  ListedProposal,
  [most: number, before: string | null, beforeId: string | null, proposalId: string | null]
>(
  'proposal_list',
  `select ${columns}, coalesce(trim(driver.first_name || ' ' || driver.last_name), '') as driver_name,
          ${person('maker')} as maker, case when voter.staff_id is not null then ${person('voter')} end as voter
     from proposal join staff maker on maker.staff_id = made_by
          left join driver on driver.driver_id = (payload ->> 'driverId')::uuid and driver.erased_at is null
          left join proposal_vote using (proposal_id)
          left join staff voter on voter.staff_id = proposal_vote.staff_id
    where ($2::timestamptz is null or (proposal.at, proposal_id) < ($2, $3::uuid)) and ($4::uuid is null or proposal_id = $4)
    order by proposal.at desc, proposal_id desc limit $1`,
)
