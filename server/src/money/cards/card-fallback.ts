// The next saved card where the first is declined: each card is a charge of its own, and at most one of them pays.
import type { Method } from '@parkit/contract/money/cards'
import type { Database } from '#platform/db.ts'
import { type IdempotencyKey, requireSameInput } from '#platform/idempotency.ts'
import type { createCharging, Standing } from './charges.ts'
import * as store from './store.ts'

const mostCards = 3

/** As a receipt names it. */
export const methodName = ({ CardType, Last4 }: Method): string => `${CardType} •••• ${Last4}`

/** The keys of the charges that one call may make. */
export const keysOf = (key: string): string[] =>
  Array.from({ length: mostCards }, (_, i) => (i === 0 ? key : `${key} card ${i + 1}`))

type Charge = {
  /** the card to begin with; asked once */
  first: () => Promise<Method>
  /** asked where `methodId` was declined */
  mayTryNext: (methodId: string) => Promise<boolean>
  purpose: 'topUp' | 'session'
  amountCents: number
  sessionId?: string
  offSession?: boolean
}

type Deps = {
  db: Database
  charging: Pick<ReturnType<typeof createCharging>, 'begin' | 'advance'>
  listMethods: (driverId: string) => Promise<Method[]>
}

export const createSecondCard =
  ({ db, charging, listMethods }: Deps) =>
  /**
   * Goes on wherever the charges of this key stand. A question of the bank's that was refused ends it: who was asked
   * and said no is not asked elsewhere.
   */
  async (once: Omit<IdempotencyKey, 'call'>, asked: Charge): Promise<Standing> => {
    const { callerId: driverId } = once
    const tried: string[] = []
    let next: Method | undefined
    let standing: Standing | undefined
    for (const key of keysOf(once.key)) {
      // a repeat answers as before, also when the card is gone by now
      let charge = await store.findCharge(db.pool, driverId, key)
      if (!charge) {
        if (standing && !(await asked.mayTryNext(tried[0]!))) return standing
        next = standing ? (await listMethods(driverId)).find(({ Id }) => !tried.includes(Id)) : await asked.first()
        if (!next) return standing!
        charge = await charging.begin({ ...once, key }, asked.purpose, next.Id, asked.amountCents, {
          method_name: methodName(next),
          session_id: asked.sessionId ?? null,
          off_session: asked.offSession ?? false,
        })
      }
      requireSameInput(once, charge.input_hash)
      standing = await charging.advance(charge)
      if (standing.charge.state !== 'declined' || standing.charge.bank_asked) return standing
      tried.push(charge.method_id)
    }
    return standing!
  }
export type ChargeCards = ReturnType<typeof createSecondCard>
