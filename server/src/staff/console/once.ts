// What a call of the console answers a repeat of its key, and what it answers where a second person is needed first.
import { errors, type Language } from '@parkit/contract/platform/errors'
import type { Once } from '#city/team/team.ts'
import { outsideCity } from '#platform/city-scope.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import * as store from './store.ts'

/** Does `work` once for a key: a repeat gets the first answer. */
export const onceFor =
  (key: IdempotencyKey, now: Temporal.Instant): Once =>
  async <Answer>(tx: Parameters<Once>[0], work: () => Promise<Answer>) => {
    const first = await outsideCity(tx, () => store.findAnswer<{ answer: Answer }>(tx, key))
    if (first) return first.answer
    const answer = await work()
    await outsideCity(tx, () => store.keepAnswer(tx, key, { answer }, now))
    return answer
  }

/** What an answer says of a proposal that it waits for. */
export const waitingOf = (proposal: string | null, language: Language) => ({
  Proposal: proposal,
  Code: proposal ? ('needs_approval' as const) : null,
  Message: proposal ? errors.needs_approval[language] : '',
})
