// Which source the driver chose for a start, and whether another card paid in its place.
import type { Session } from '@parkit/contract/parking/sessions'
import { useState } from 'react'
import { useMethods } from '#money/wallet/reads.ts'

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
    isOther: ({ PaymentMethodId }: Pick<Session, 'PaymentMethodId'>) =>
      card !== undefined && PaymentMethodId !== card.Id,
  }
}
