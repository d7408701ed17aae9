// Which saved card pays, and the next one after a decline: each card is a charge of its own, and at most one of them pays.
import type { Method } from '@parkit/contract/money/cards'
import type { Database } from '#platform/db.ts'
import { type IdempotencyKey, requireSameInput } from '#platform/idempotency.ts'
import type { BeforeCharge, ChargeStatus, Charges } from './charges.ts'
import * as store from './store.ts'

const mostCards = 3

/** As receipts and messages spell a card. */
export const cardName = ({ CardType, Last4 }: Pick<Method, 'CardType' | 'Last4'>): string => `${CardType} •••• ${Last4}`

/** The card named, else the first not declined yet. `methods`: the default first. */
export const chooseCard = (methods: Method[], methodId?: string, declined: string[] = []): Method | undefined =>
  methods.find(({ Id }) => (methodId === undefined ? !declined.includes(Id) : Id === methodId))

/** The keys of the charges that one call may make. */
export const chargeKeys = (key: string): string[] =>
  Array.from({ length: mostCards }, (_, i) => (i === 0 ? key : `${key} card ${i + 1}`))

/** `isNew`: of a wallet, and not saved yet. */
export type Card = Method & { isNew?: boolean }

type Request = {
  /** the card to begin with; called once */
  first: () => Promise<Card>
  /** called after the first card was declined */
  mayFallBack: (methodId: string) => Promise<boolean>
  purpose: 'topUp' | 'session'
  amountCents: number
  sessionId?: string
  offSession?: boolean
  /** on the card's statement, after the account's name */
  statement?: string
  /** called first in the transaction that adds a charge, with its key */
  beforeCharge?: BeforeCharge | undefined
}

type Deps = {
  db: Database
  charges: Pick<Charges, 'begin' | 'advance'>
  listMethods: (driverId: string) => Promise<Method[]>
  /** Throws `too_many_requests` after many declines. */
  requireTry: (driverId: string) => Promise<void>
}

export const createCardFallback =
  ({ db, charges, listMethods, requireTry }: Deps) =>
  /**
   * Continues from whichever step the charges of this key are at. A declined challenge ends it: a driver who said no to
   * one bank is not asked by another.
   */
  async (idempotencyKey: Omit<IdempotencyKey, 'call'>, request: Request): Promise<ChargeStatus> => {
    const { callerId: driverId } = idempotencyKey
    const declined: string[] = []
    let status: ChargeStatus | undefined
    for (const key of chargeKeys(idempotencyKey.key)) {
      // a repeat answers as before, even if the card was deleted since
      let charge = await store.findCharge(db.pool, driverId, key)
      if (!charge) {
        if (status && !(await request.mayFallBack(declined[0]!))) return status
        if (!status && !request.offSession) await requireTry(driverId)
        const card: Card | undefined = status
          ? chooseCard(await listMethods(driverId), undefined, declined)
          : await request.first()
        if (!card) return status!
        charge = await charges.begin(
          { ...idempotencyKey, key },
          request.purpose,
          card.Id,
          request.amountCents,
          {
            method_name: cardName(card),
            session_id: request.sessionId ?? null,
            off_session: request.offSession ?? false,
            statement: request.statement ?? null,
            // the session may be extended, and charged again where the authorization is lost
            saves_card: request.purpose === 'session' && card.isNew === true,
          },
          request.beforeCharge,
        )
      }
      requireSameInput(idempotencyKey, charge.input_hash)
      status = await charges.advance(charge)
      if (status.charge.state !== 'declined' || status.charge.bank_asked) return status
      declined.push(charge.method_id)
    }
    return status!
  }
export type ChargeCards = ReturnType<typeof createCardFallback>
