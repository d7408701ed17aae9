// What was done for a city, and what waits for a second person, over HTTP.
import type { Answer } from '@parkit/contract/platform/call'
import { errors, type Language } from '@parkit/contract/platform/errors'
import type * as contract from '@parkit/contract/staff/console-team'
import type { CityRow } from '#city/cities/cities.ts'
import {
  type ActRow,
  approve,
  isExpired,
  type ListedProposal,
  listActs,
  listProposals,
  liveEffect,
  propose,
  refuseProposal,
  withdraw,
} from '#city/team/team.ts'
import type { Staff } from '#platform/auth.ts'
import { scopedTo } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import { type CityContext, personOf } from './context.ts'
import { effectsOf } from './effects.ts'
import { onceFor } from './once.ts'
import { listMine } from './store.ts'

const actOf = (row: ActRow): Answer<typeof contract.cityActs>['Items'][number] => ({
  ActId: row.act_id,
  At: row.at.toString(),
  By: { Kind: row.actor_kind, StaffId: row.actor_id, Name: row.actor_name },
  Kind: row.kind,
  Subject: row.subject,
  Before: row.before,
  After: row.after,
  Reason: row.reason,
  Proposal: row.proposal_id,
})

const proposalOf = (row: ListedProposal, now: Temporal.Instant): contract.CityProposal => ({
  Proposal: row.proposal_id,
  Kind: row.kind,
  Subject: row.subject,
  Details: row.payload,
  MadeBy: row.maker,
  At: row.at.toString(),
  ExpiresAt: row.expires_at.toString(),
  State: row.state === 'open' && isExpired(row, now) ? 'expired' : row.state,
  DecidedBy: row.voter,
  DecidedAt: row.voted_at?.toString() ?? null,
  Reason: row.vote_reason || null,
})

/** In a transaction: answers the proposal. Throws `city_state` where the city is live already, and `role_missing`. */
export const proposeLive = async (
  tx: Queryable,
  city: CityRow,
  maker: { staffId: string; name: string },
  now: Temporal.Instant,
): Promise<string> => {
  const state = (await liveEffect.digestOf(tx, city, city.code)) ?? refuse('not_found')
  if (state === 'live') refuse('city_state')
  return propose(tx, city, { kind: 'live', subject: city.code, payload: { From: state }, digest: state }, maker, now)
}

export const createTeamCalls = ({ db, clock }: { db: Database; clock: Clock }) => {
  const done = { Message: '' }

  return {
    mine: async ({ staffId, name, email }: Staff): Promise<Answer<typeof contract.myCities>> => ({
      Me: { StaffId: staffId, Name: name, Email: email },
      Items: (await listMine(db.pool, staffId)).map(row => ({ City: row.code, Name: row.name, Roles: row.roles })),
    }),

    acts: ({ city }: CityContext, query: PageQuery): Promise<Answer<typeof contract.cityActs>> => {
      const [before = null] = readCursor('number', query.Cursor)
      return readPage(
        query,
        most => listActs(scopedTo(db, city.id).pool, city.id, most, before),
        actOf,
        ({ act_id }) => act_id,
      )
    },

    proposals: ({ city, now }: CityContext, query: PageQuery): Promise<Answer<typeof contract.cityProposals>> => {
      const [at = null, id = null] = readCursor('time', query.Cursor)
      return readPage(
        query,
        most => listProposals(scopedTo(db, city.id).pool, city.id, most, at, id, null),
        row => proposalOf(row, now),
        ({ at, proposal_id }) => `${at} ${proposal_id}`,
      )
    },

    proposeLive: async (context: CityContext, language: Language): Promise<Answer<typeof contract.proposeLive>> => {
      const { city, now } = context
      const Proposal = await scopedTo(db, city.id).transaction(tx => proposeLive(tx, city, personOf(context), now))
      return { Proposal, Code: 'needs_approval', Message: errors.needs_approval[language] }
    },

    /** Throws `not_found`. */
    find: async ({ city }: CityContext, id: string) => {
      const [row] = await listProposals(scopedTo(db, city.id).pool, city.id, 1, null, null, id)
      return row ?? refuse('not_found')
    },

    approve: (context: CityContext, id: string, key: IdempotencyKey): Promise<void> => {
      const { city, now } = context
      const scoped = scopedTo(db, city.id)
      const effects = effectsOf({ db: scoped, clock })
      return scoped.transaction(tx => approve(tx, city, id, personOf(context), effects, now, onceFor(key, now)))
    },

    refuse: async (context: CityContext, id: string, reason: string, key: IdempotencyKey) => {
      const { city, now } = context
      await scopedTo(db, city.id).transaction(tx =>
        refuseProposal(tx, city, id, personOf(context), reason, now, onceFor(key, now)),
      )
      return done
    },

    withdraw: async (context: CityContext, id: string, key: IdempotencyKey) => {
      const { city, now } = context
      await scopedTo(db, city.id).transaction(tx => withdraw(tx, city, id, personOf(context), now, onceFor(key, now)))
      return done
    },
  }
}
