// The wallet side of the account: what is in it, the card money comes from, and what moved.
import { moneyText } from '@parkit/contract/platform/money'
import { Car } from 'lucide-react'
import { SavedCards } from '#money/cards/cards.ts'
import { WithdrawRow } from '#money/refunds/refunds.ts'
import { SubscriptionRow } from '#money/subscription/subscription.ts'
import { TopUpRows } from '#money/topup/topup.ts'
import { AccountSwitch, GuestInvitation, useDetails, useWalletWords } from '#money/wallet/wallet.ts'
import { useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Activity } from './Activity.tsx'

/** True while prerendering: the cached balance is filled in before the first paint. */
const drawnAhead = import.meta.env.SSR

export default function WalletScreen() {
  const words = useWalletWords()
  const signedIn = useSession().isSignedIn()
  const details = useDetails()
  const top = <TopBar title={words.account} actions={<AccountSwitch side="/account" />} />
  if (!signedIn)
    return (
      <Screen title={words.account} top={top}>
        <GuestInvitation />
      </Screen>
    )
  if (details.isError && details.data === undefined)
    return (
      <Screen title={words.wallet} top={top}>
        <ReadFailed title={words.walletFailed} text={words.moneySafe} query={details} />
      </Screen>
    )
  return (
    <Screen title={words.wallet} width="two" className="wallet" top={top}>
      <div>
        <section className="road wallet__balance" aria-busy={details.isPending}>
          <div className="grow">
            <h2 className="t-sm t-2 wallet__label">{words.currentBalance}</h2>
            {details.data ? (
              <p className="t-num-l">{moneyText(details.data.Balance)}</p>
            ) : drawnAhead ? (
              <p className="t-num-l" data-known="balance">
                <Skeleton width={140} height={40} className="wallet__wait" />
              </p>
            ) : (
              <Loading>
                <Skeleton width={140} height={40} className="wallet__wait" />
              </Loading>
            )}
          </div>
          <Button variant="primary" size="md" className="caps" to="/addmoney">
            {words.addMoneyButton}
          </Button>
        </section>
        <TopUpRows />
        <SavedCards />
        <List className="wallet__rows">
          {details.data !== undefined && details.data.Balance > 0 && <WithdrawRow />}
          <Row icon={<Car size={24} />} title={words.myVehicles} to="/myvehicles" />
          <SubscriptionRow />
        </List>
      </div>
      <Activity />
    </Screen>
  )
}
