// The model of charging a card: how far a charge has come, and what a call finds out about it when answers are lost. Pure.

export type Card = 'visa' | 'declining' | 'refusesRefunds' | 'asks'

export const last4Of: Record<Card, string> = { visa: '4242', declining: '0341', refusesRefunds: '5126', asks: '3184' }

export const troubles = ['says500', 'says409', 'says429', 'lostBefore', 'lostAfter', 'late'] as const
/** What happens to one step of a call to the provider: to each try of it, or to the first alone. */
export type Fault = { step: 'prepare' | 'confirm'; how: (typeof troubles)[number]; once: boolean }

/**
 * `row`: nothing but our own row; `prepared`: known to the provider, no money moved; `asked`: the bank asks the driver;
 * `taken`: the money is taken or held; `refused`: the bank has refused. The others are final: `paid`: credited, or held for
 * a session; `declined`; `over`: closed without money.
 */
export type Stage = 'row' | 'prepared' | 'asked' | 'taken' | 'refused' | 'paid' | 'declined' | 'over'
export type Charge = { card: Card; stage: Stage; isAsked: boolean; isLate: boolean }

/** One call's charges: its card's, and the next cards' where those before were declined. */
export type Attempt = {
  key: string
  driver: number
  kind: 'topUp' | 'start' | 'extend'
  cents: number
  at: number
  /** those it may come to, in their order */
  cards: Card[]
  charges: Charge[]
}

export type Found = 'paid' | 'declined' | 'asked' | 'payment_pending'

const mostCards = 3
const bankSays: Record<Card, Stage> = { visa: 'taken', refusesRefunds: 'taken', declining: 'refused', asks: 'asked' }

export const isOpen = ({ stage }: Charge): boolean => !['paid', 'declined', 'over'].includes(stage)
export const openCharge = ({ charges }: Attempt): Charge | undefined => charges.find(isOpen)

/** Whether the answer to this step is lost for good: what is lost once is sent again, but for 429. */
const isLost = (fault: Fault | null, step: Fault['step']): fault is Fault =>
  fault?.step === step && (!fault.once || fault.how === 'says429')

const advanceCharge = (charge: Charge, fault: Fault | null): Found => {
  if (charge.stage === 'row') {
    if (isLost(fault, 'prepare')) return 'payment_pending'
    charge.stage = 'prepared'
  }
  if (charge.stage === 'prepared') {
    if (isLost(fault, 'confirm')) {
      if (fault.how === 'lostAfter') charge.stage = bankSays[charge.card]
      if (fault.how === 'late') charge.isLate = true
      return 'payment_pending'
    }
    charge.stage = bankSays[charge.card]
  }
  if (charge.stage === 'asked') {
    charge.isAsked = true
    return 'asked'
  }
  if (charge.stage === 'refused') charge.stage = 'declined'
  return charge.stage === 'taken' || charge.stage === 'paid' ? 'paid' : 'declined'
}

/** What a call with its key finds. After `paid` the caller says what the money became. */
export const advance = (attempt: Attempt, fault: Fault | null): Found => {
  for (let i = 0; i < Math.min(mostCards, attempt.cards.length); i++) {
    attempt.charges[i] ??= { card: attempt.cards[i]!, stage: 'row', isAsked: false, isLate: false }
    const charge = attempt.charges[i]!
    const found = advanceCharge(charge, fault)
    // whoever said no to one bank is not asked by another
    if (charge.stage !== 'declined' || charge.isAsked) return found
  }
  return 'declined'
}

/** A confirmation that was too late arrives: the provider refuses it where the payment was closed meanwhile. */
export const arrive = (charge: Charge): void => {
  if (charge.isLate && charge.stage === 'prepared') charge.stage = bankSays[charge.card]
  charge.isLate = false
}

/** The driver's answer to the bank. */
export const answerBank = (charge: Charge, passed: boolean): void => {
  charge.stage = passed ? 'taken' : 'refused'
}

/** A refused start or extension gives back what it had authorized; what the provider may not know of is left to the sweep. */
export const release = (attempt: Attempt): void => {
  for (const charge of attempt.charges) if (isOpen(charge) && charge.stage !== 'row') charge.stage = 'over'
}

/** What our row of a charge may say, by what the model knows of it. */
export const mayBe = (attempt: Attempt, charge: Charge, state: string): boolean => {
  const isTopUp = attempt.kind === 'topUp'
  switch (charge.stage) {
    case 'paid':
      return isTopUp ? state === 'succeeded' : !['pending', 'declined', 'void', 'succeeded'].includes(state)
    case 'declined':
      return ['declined', 'void'].includes(state) || (!isTopUp && ['capturing', 'released'].includes(state))
    case 'over':
      return ['void', 'declined', ...(isTopUp ? [] : ['capturing', 'released'])].includes(state)
    case 'taken':
      return state === 'pending' || (isTopUp ? state === 'succeeded' : ['capturing', 'released'].includes(state))
    default:
      return ['pending', 'void', 'declined', ...(isTopUp ? [] : ['capturing', 'released'])].includes(state)
  }
}
