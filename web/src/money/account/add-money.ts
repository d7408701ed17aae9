// Adding money: one charge, with the bank's authentication (3-D Secure) where it is required.
import { confirm } from '@parkit/contract/money/cards'
import { addMoney } from '@parkit/contract/money/wallet'
import type { Answer } from '@parkit/contract/platform/call'
import { useBankAuthentication } from '#money/cards/cards.ts'
import { send } from '#platform/client.ts'

type Request = { Amount: number; PaymentMethodId: string | undefined }
type Added = Answer<typeof addMoney>

/** Throws CallError. */
export function useAddMoney(): (request: Request) => Promise<Added> {
  const pay = useBankAuthentication<Added>(async (intentId, added) => {
    const { Status, Balance } = await send(confirm, { body: { intentId } })
    return { ...added, Balance, RequiresAction: Status === 'succeeded' ? null : added.RequiresAction }
  })
  return request => pay(JSON.stringify(request), () => send(addMoney, { body: request }))
}
