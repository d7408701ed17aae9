// A start, extension or stop from its screen: sent now, or stored on the device and sent later where no answer comes.
import type { Session } from '@parkit/contract/parking/sessions'
import type { Call, Input } from '@parkit/contract/platform/call'
import { useEffect, useState } from 'react'
import { CallError, heldKey } from '#platform/client.ts'
import { type Attempt, isOpen } from './attempt.ts'
import { type AttemptInput, enqueue, removeDraft, settledAttempts, storeDraft, useAttempts } from './attempt-queue.ts'

/** A connection may be up and carry nothing: after this long the press counts as unanswered. */
const maxAnswerMs = 20_000

/** `expired` rejects as a call without an answer does, unless `cancel` came first. */
function createAnswerTimeout() {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  // the race handles the rejection
  expired.catch(() => undefined)
  const timer = setTimeout(() => reject(new CallError(0, {})), maxAnswerMs)
  return { expired, cancel: () => clearTimeout(timer) }
}

/** Nobody knows what became of it: no answer, or that the server cannot say just now. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.code === 'unavailable') && !error.body.AtBank

export type Press = Pick<
  AttemptInput,
  'kind' | 'zone' | 'plate' | 'vehicleId' | 'sessionId' | 'minutesBefore' | 'payWith'
>

/** What a press for a running session stores. */
export const pressFor = ({ SessionId, ZoneNumber, City, Name, TimeZone, Vehicle }: Session) => ({
  zone: { number: ZoneNumber, city: City, name: Name, timeZone: TimeZone },
  plate: { number: Vehicle.PlateNumber, state: Vehicle.PlateState },
  sessionId: SessionId,
})

export function useOfflineAction(press: Press, onAccepted?: (attempt: Attempt) => void) {
  const { kind, zone, vehicleId, sessionId } = press
  /** a start is identified by place and vehicle, the others by their session */
  const isMine = (attempt: Attempt) =>
    attempt.kind === kind &&
    (sessionId
      ? attempt.sessionId === sessionId
      : attempt.zone.number === zone.number && attempt.zone.city === zone.city && attempt.vehicleId === vehicleId)
  const [rejected, setRejected] = useState<Attempt>()
  useEffect(() =>
    settledAttempts.subscribe(attempt => {
      if (!isMine(attempt)) return
      if (attempt.state === 'accepted') onAccepted?.(attempt)
      setRejected(attempt.state === 'rejected' ? attempt : undefined)
    }),
  )
  return {
    /** the waiting attempt, or the one just rejected */
    attempt: useAttempts().find(attempt => isOpen(attempt) && isMine(attempt)) ?? rejected,
    /**
     * Sends by `run`, which calls `onAnswer` once the server has answered; stored on the device meanwhile.
     * Returns null where there is none yet: then it is sent until there is one.
     */
    submit: async <const C extends Call & { idempotent: true }, A>(
      call: C,
      input: Input<C>,
      details: Partial<AttemptInput>,
      run: (onAnswer: () => void) => Promise<A>,
    ): Promise<A | null> => {
      const { key, release } = await heldKey(call, input)
      const draft = await storeDraft({ ...press, ...details }, key)
      try {
        const { expired, cancel } = createAnswerTimeout()
        const answer = await Promise.race([run(cancel), ...(draft ? [expired] : [])]).finally(cancel)
        if (draft) await removeDraft(draft)
        return answer
      } catch (error) {
        if (!draft) throw error
        if (isUnanswered(error)) {
          await release()
          enqueue({ ...draft, unansweredSends: 1 })
          return null
        }
        await removeDraft(draft)
        throw error
      }
    },
    clearRejected: () => setRejected(undefined),
  }
}
