// The press of this screen that waits for its answer, or was just refused; and the way to keep one.
import type { Call, Input } from '@parkit/contract/platform/call'
import { useEffect, useState } from 'react'
import { CallError, heldKey } from '#platform/client.ts'
import { type Attempt, isOpen, type Kind } from './attempt.ts'
import { adopt, draft, dropDraft, onSettled, useAttempts, type Wish } from './attempts.ts'

/** A line that is there and brings nothing: after this long the press counts as unanswered. */
const patienceMs = 20_000

/** `lost` rejects as a call without an answer does, unless the server has `answered` before. */
function patience() {
  const { promise: lost, reject } = Promise.withResolvers<never>()
  // heard by the race alone
  lost.catch(() => undefined)
  const timer = setTimeout(() => reject(new CallError(0, {})), patienceMs)
  return { lost, answered: () => clearTimeout(timer) }
}

/** `of`: of a start its place and vehicle, else its session. */
export function useTry(
  kind: Kind,
  of: { zone: string; vehicleId: string } | { sessionId: string },
  onYes?: (attempt: Attempt) => void,
) {
  const isMine = (attempt: Attempt) =>
    attempt.kind === kind &&
    ('sessionId' in of
      ? attempt.sessionId === of.sessionId
      : attempt.zone.number === of.zone && attempt.vehicleId === of.vehicleId)
  const [over, finish] = useState<Attempt>()
  useEffect(() =>
    onSettled(attempt => {
      if (!isMine(attempt)) return
      if (attempt.state === 'yes') onYes?.(attempt)
      finish(attempt.state === 'no' ? attempt : undefined)
    }),
  )
  return {
    attempt: useAttempts().find(attempt => isOpen(attempt) && isMine(attempt)) ?? over,
    /** Sends by `run`, kept on the phone meanwhile. Answers null where no answer came: then it is sent until there is one. */
    sending: async <const C extends Call & { idempotent: true }, A>(
      call: C,
      input: Input<C>,
      wish: Wish,
      run: (answered: () => void) => Promise<A>,
    ): Promise<A | null> => {
      const { key, letGo } = await heldKey(call, input)
      const kept = await draft(wish, key)
      try {
        const { answered, lost } = patience()
        const answer = await Promise.race([run(answered), ...(kept ? [lost] : [])]).finally(answered)
        if (kept) await dropDraft(kept)
        return answer
      } catch (error) {
        if (!kept) throw error
        if (error instanceof CallError && error.status === 0 && !error.body.AtBank) {
          await letGo()
          adopt({ ...kept, lost: 1 })
          return null
        }
        await dropDraft(kept)
        throw error
      }
    },
    forgetOver: () => finish(undefined),
  }
}
