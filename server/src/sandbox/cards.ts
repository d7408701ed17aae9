// The sandbox card provider: two test cards for every driver, outcomes kept in the database like a real provider keeps its own.
import type { Method } from '@parkit/contract/cards'
import type { CardProvider } from '#cards/provider.ts'
import type { Queryable } from '#platform/db.ts'
import { keepOutcome } from './store.ts'

const card = (Id: string, Last4: string, IsDefault: boolean): Method => ({
  Id,
  CardType: 'Visa',
  Last4,
  MonthExpiry: '12',
  YearExpiry: '2034',
  IsDefault,
})

/** Numbers after Stripe's published test cards: 4242 succeeds, 0002 is declined. */
export const sandboxMethods = [card('pm_card_visa', '4242', true), card('pm_card_chargeDeclined', '0002', false)]

/** `faults` lets tests lose an answer or a request on the way. */
export const createSandboxCards = (
  db: Queryable,
  faults: { beforeCharge?: () => Promise<void>; afterCharge?: () => Promise<void> } = {},
): CardProvider => ({
  name: 'sandbox',
  listMethods: async () => sandboxMethods,
  charge: async ({ chargeId, methodId, amountCents }) => {
    await faults.beforeCharge?.()
    const outcome = await keepOutcome(db, chargeId, methodId === 'pm_card_visa' ? 'succeeded' : 'declined', amountCents)
    await faults.afterCharge?.()
    return outcome === 'succeeded' ? 'succeeded' : 'declined'
  },
  resolve: chargeId => keepOutcome(db, chargeId, 'void', 0),
})
