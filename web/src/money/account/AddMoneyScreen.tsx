// Add Money: an amount and a card, charged once, and where to go with the new balance.
import { moneyText } from '@parkit/contract/platform/money'
import { useState } from 'react'
import { loadCardSheet, loadExpressButtons } from '#money/cards/cards.ts'
import { firstAmount, GuestInvitation, useDetails, useMethods, useWalletWords } from '#money/wallet/wallet.ts'
import { navigate, useLocation, useSearchParams } from '#platform/address.tsx'
import { nextPath } from '#platform/next.ts'
import { useSession } from '#platform/session.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { Screen, TopBar } from '#ui/Screen.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { AddMoneyForm } from './AddMoneyForm.tsx'

const CardSheet = lazySheet(loadCardSheet)
const ExpressButtons = lazySheet(loadExpressButtons)

export default function AddMoneyScreen() {
  const words = useWalletWords()
  const [search] = useSearchParams()
  const { pathname, search: searchText } = useLocation()
  const [isAddingCard, setIsAddingCard] = useState(false)
  const signedIn = useSession().isSignedIn()
  const details = useDetails()
  const methods = useMethods()
  const [newBalance, setNewBalance] = useState<number>()
  const [hasExpress, setHasExpress] = useState(false)
  const next = search.get('next')
  const back = next ? nextPath(next) : '/account'

  const done = (added: number, balance: number) => {
    // on the way to something else the driver goes straight on; else the recorded dialog
    if (!next) return setNewBalance(balance)
    toast.success(words.added(moneyText(added), moneyText(balance)))
    navigate(back, { replace: true })
  }

  const face = !signedIn ? (
    <GuestInvitation />
  ) : methods.isError && methods.data === undefined ? (
    <ReadFailed title={words.cardsFailed} text={words.moneySafe} query={methods} />
  ) : methods.isPending || details.isPending ? (
    <Waiting />
  ) : methods.data.length === 0 && !hasExpress ? (
    <EmptyState
      title={words.noCard}
      text={words.noCardText}
      action={<Button variant="primary" block onClick={() => setIsAddingCard(true)} children={words.addCard} />}
    />
  ) : null

  const top = <TopBar title={words.addMoney} back={back} />
  return (
    <>
      {face ? (
        <Screen title={words.addMoney} width="form" top={top}>
          {face}
        </Screen>
      ) : (
        <AddMoneyForm
          top={top}
          methods={methods.data ?? []}
          balance={details.data?.Balance}
          onAddCard={() => setIsAddingCard(true)}
          firstTyped={firstAmount(search.get('amount'), String(details.data?.DefaultAddAmount ?? ''))}
          onAdded={done}
        />
      )}
      <ExpressButtons
        open={signedIn && methods.data?.length === 0 && !hasExpress}
        total={1}
        isProbe
        onPay={() => {}}
        onAvailable={setHasExpress}
      />
      <CardSheet
        open={isAddingCard}
        onClose={() => setIsAddingCard(false)}
        onAuthorized={() => setIsAddingCard(false)}
        resumeAt={pathname + searchText}
      />
      <Dialog
        open={newBalance !== undefined}
        onClose={() => navigate('/account', { replace: true })}
        title={words.moneyAdded}
        actions={
          <Button variant="primary" block onClick={() => navigate('/account', { replace: true })}>
            {words.ok}
          </Button>
        }
      >
        <p>{words.successfully}</p>
        {newBalance !== undefined && (
          <p className="num t-strong">
            {words.newBalance} {moneyText(newBalance)}
          </p>
        )}
      </Dialog>
    </>
  )
}

const Waiting = () => (
  <Loading>
    <div className="add__wait">
      <Skeleton width={180} height={80} />
      <Skeleton height={56} radius={12} />
      <Skeleton height={72} />
      <Skeleton height={112} />
    </div>
  </Loading>
)
