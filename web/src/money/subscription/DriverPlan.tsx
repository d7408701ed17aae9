// A driver's plan and what may be done about it: one action under the thumb, the card it is charged to, the way out.
import type { Method } from '@parkit/contract/money/cards'
import type { Plan, Subscription } from '@parkit/contract/money/subscription'
import { moneyText } from '@parkit/contract/platform/money'
import { type ReactNode, useState } from 'react'
import { loadCardSheet } from '#money/cards/cards.ts'
import { CardChoice, defaultMethod, PaidThrough, PaymentFailure } from '#money/wallet/wallet.ts'
import { Button } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Row } from '#ui/Row.tsx'
import { Dock, Screen } from '#ui/Screen.tsx'
import { toast } from '#ui/toast.ts'
import { CancelDeluxe } from './CancelDeluxe.tsx'
import { MyPlan } from './MyPlan.tsx'
import { PlanList } from './PlanList.tsx'
import { useLeaving, usePaying } from './plan-mutations.ts'
import { usePlanWords } from './words.ts'

const CardSheet = lazySheet(loadCardSheet)

type Props = {
  top: ReactNode
  plan: Subscription
  plans: readonly Plan[]
  methods: readonly Method[]
  onSubscribed: () => void
}

export function DriverPlan({ top, plan, plans, methods, onSubscribed }: Props) {
  const words = usePlanWords()
  const [chosen, setChosen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const { State } = plan
  const goesOn = State === 'active' || State === 'grace' || State === 'cancelling'
  const charged = goesOn ? plan.PaymentMethodId : undefined
  const find = (id: string | null | undefined) => methods.find(method => method.Id === id)
  const method = find(chosen) ?? find(charged) ?? defaultMethod(methods)
  const price = moneyText(plans.find(({ PlanId }) => PlanId === 'deluxe')?.Price ?? plan.Price)

  const paying = usePaying(!goesOn, () => {
    setChosen(undefined)
    if (!goesOn) onSubscribed()
    else toast.success(State === 'grace' ? words.paid : words.cardChanged)
  })
  const resuming = useLeaving('resume', () => toast.success(words.resumed))
  const busy = paying.isPending || resuming.isPending
  const pays = State === 'grace' || !goesOn

  const chooseCard = (id: string) => {
    paying.reset()
    setChosen(id)
    if (!pays) paying.mutate(id)
  }

  const failure = (error: Error | null) => (
    <PaymentFailure error={error} safe={words.noAnswerSafe} className="plan__says" />
  )
  const card = State !== 'cancelling' && (
    <section className="plan__card" aria-label={words.chargedTo}>
      {method ? (
        <CardChoice methods={methods} card={method} disabled={busy} onChoose={chooseCard} />
      ) : (
        <Row title={words.noCard} sub={words.noCardText} />
      )}
      <button type="button" className="link link--tap" disabled={busy} onClick={() => setAdding(true)}>
        {words.addCard}
      </button>
    </section>
  )

  return (
    <Screen
      title={words.title}
      width="form"
      top={top}
      dock={
        State !== 'active' && (
          <Dock>
            {failure(paying.error ?? resuming.error)}
            {State === 'cancelling' ? (
              <Button variant="primary" block loading={resuming.isPending} onClick={() => !busy && resuming.mutate()}>
                {words.resume}
              </Button>
            ) : (
              <>
                <Button
                  variant="primary"
                  size="amount"
                  block
                  disabled={!method}
                  loading={paying.isPending}
                  loadingLabel={goesOn ? words.paying : words.subscribing}
                  onClick={() => method && !busy && paying.mutate(method.Id)}
                >
                  {goesOn ? words.pay(price) : words.subscribe(price)}
                </Button>
                <PaidThrough />
              </>
            )}
          </Dock>
        )
      }
    >
      <MyPlan plan={plan} />
      {State === 'active' && failure(paying.error)}
      {goesOn && card}
      <PlanList plans={plans} mine={plan.PlanId} />
      {!goesOn && card}
      {(State === 'active' || State === 'grace') && <CancelDeluxe plan={plan} />}
      <CardSheet
        open={adding}
        onClose={() => setAdding(false)}
        onAuthorized={methodId => {
          setChosen(methodId)
          setAdding(false)
        }}
      />
    </Screen>
  )
}
