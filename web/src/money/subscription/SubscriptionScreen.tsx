// The plans: what they cost, which one the driver has, and Deluxe begun, paid, cancelled and resumed.
import './subscription.css'
import { useState } from 'react'
import { GuestInvitation, useMethods } from '#money/wallet/wallet.ts'
import { navigate } from '#platform/address.tsx'
import { useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { DriverPlan } from './DriverPlan.tsx'
import { PlanList } from './PlanList.tsx'
import { usePlans, useSubscription } from './plan-queries.ts'
import { usePlanWords } from './words.ts'

export default function SubscriptionScreen() {
  const words = usePlanWords()
  const signedIn = useSession().isSignedIn()
  const plans = usePlans()
  const mine = useSubscription()
  const methods = useMethods()
  const [subscribed, setSubscribed] = useState(false)
  const top = <TopBar title={words.title} back={true} otherwise="/account" />
  const unread = [plans, ...(signedIn ? [mine, methods] : [])].find(query => query.data === undefined)

  const done = () => navigate('/homepage', { replace: true })
  const face = unread?.isError ? (
    <ReadFailed title={words.failed} text={words.moneySafe} query={unread} />
  ) : unread ? (
    <Waiting />
  ) : null

  return (
    <>
      {signedIn && plans.data && mine.data && methods.data ? (
        <DriverPlan
          top={top}
          plan={mine.data}
          plans={plans.data}
          methods={methods.data}
          onSubscribed={() => setSubscribed(true)}
        />
      ) : (
        <Screen title={words.title} width="form" top={top}>
          {face}
          {!face && !signedIn && (
            <>
              <GuestInvitation />
              <PlanList plans={plans.data ?? []} mine={undefined} />
            </>
          )}
        </Screen>
      )}
      <Dialog
        open={subscribed}
        onClose={done}
        title={words.success}
        actions={
          <Button variant="primary" block onClick={done}>
            {words.ok}
          </Button>
        }
      >
        {words.subscribed}
      </Dialog>
    </>
  )
}

const Waiting = () => (
  <Loading>
    <div className="plan__wait">
      <Skeleton height={112} radius={20} />
      <Skeleton height={72} />
      <Skeleton height={140} radius={20} />
      <Skeleton height={172} radius={20} />
    </div>
  </Loading>
)
