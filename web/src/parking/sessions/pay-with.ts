// Which source the driver chose for a start, and whether another card paid in its place.
import type { Method } from '@parkit/contract/money/cards'
import type { Session } from '@parkit/contract/parking/sessions'
import { useState } from 'react'
import { useMethods } from '#money/wallet/reads.ts'

/** As a session names the card that pays. */
const nameOf = ({ CardType, Last4 }: Method): string => `${CardType} •••• ${Last4}`

/** The wallet until a card is chosen; a card that is gone is no choice. */
export function usePayWith() {
  const [wish, choose] = useState('wallet')
  const { data: methods = [] } = useMethods()
  const card = methods.find(({ Id }) => Id === wish)
  return {
    methods,
    choose,
    chosen: card?.Id ?? 'wallet',
    byWallet: card === undefined,
    /** Whether a card paid that was not chosen. */
    isOther: ({ PaidVia }: Pick<Session, 'PaidVia'>) => card !== undefined && PaidVia !== nameOf(card),
  }
}
