// The wallet side of the account: what is in it, the card money comes from, and what moved.
import './wallet.css'
import { moneyText } from '@parkit/contract/money'
import { Car, CircleAlert, CircleCheck } from 'lucide-react'
import { ReadFailed } from '../parking/ReadFailed.tsx'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/Button.tsx'
import { List, Panel, Row } from '../ui/Row.tsx'
import { Screen, TopBar } from '../ui/Screen.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { AccountSwitch } from './AccountSwitch.tsx'
import { Activity } from './Activity.tsx'
import { CardMark, defaultMethod, SandboxTag } from './CardMark.tsx'
import { GuestInvitation } from './GuestInvitation.tsx'
import { useDetails, useIsSandbox, useMethods } from './reads.ts'
import { useWalletWords } from './words.ts'

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
  const money = (dollars: number | undefined) =>
    dollars === undefined ? <Skeleton width={64} height={18} /> : moneyText(dollars)
  return (
    <Screen title={words.wallet} width="two" className="wallet" top={top}>
      <div>
        <section className="road wallet__balance" aria-busy={details.isPending}>
          <div className="grow">
            <h2 className="t-sm t-2 wallet__label">{words.currentBalance}</h2>
            {details.data ? (
              <p className="t-num-l">{moneyText(details.data.Balance)}</p>
            ) : (
              <Loading>
                <Skeleton width={140} height={40} className="wallet__wait" />
              </Loading>
            )}
          </div>
          <Button variant="primary" size="md" to="/addmoney">
            {words.addMoneyButton}
          </Button>
        </section>
        <List className="wallet__rows">
          <Row title={words.defaultAddAmount} value={money(details.data?.DefaultAddAmount)} />
          <Row title={words.minimumTriggerAmount} value={money(details.data?.MinBalance)} />
        </List>
        <Card />
        <List className="wallet__rows">
          <Row icon={<Car size={24} />} title={words.myVehicles} to="/myvehicles" />
        </List>
      </div>
      <Activity />
    </Screen>
  )
}

/** The card money comes from; Add Money offers the others. */
function Card() {
  const words = useWalletWords()
  const sandbox = useIsSandbox()
  const methods = useMethods()
  const card = defaultMethod(methods.data ?? [])
  if (methods.isPending)
    return (
      <Loading className="wallet__card">
        <Skeleton height={80} radius={20} />
      </Loading>
    )
  return (
    <Panel className="wallet__card">
      {card ? (
        <Row
          icon={<CircleCheck className="go" size={28} />}
          title={words.activated}
          sub={sandbox ? words.cardSandbox : words.cardViaStripe}
          more={sandbox && <SandboxTag />}
          end={
            <span className="wallet__mark num">
              <CardMark type={card.CardType} />
              <span role="img" aria-label={words.cardEnding(card.CardType, card.Last4)}>
                •• {card.Last4}
              </span>
            </span>
          }
        />
      ) : (
        <Row
          icon={<CircleAlert size={28} />}
          title={methods.isError ? words.cardsFailed : words.noCard}
          end={
            methods.isError && (
              <Button size="sm" loading={methods.isFetching} onClick={() => methods.refetch()}>
                {words.tryAgain}
              </Button>
            )
          }
        />
      )}
    </Panel>
  )
}
