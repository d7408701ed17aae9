// Cancelling Deluxe, after a question that says until when it goes on.
import type { Subscription } from '@parkit/contract/money/subscription'
import { useState } from 'react'
import { CallError } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { toast } from '#ui/toast.ts'
import { usePlanDate } from './MyPlan.tsx'
import { useLeaving } from './plan-mutations.ts'
import { usePlanWords } from './words.ts'

export function CancelDeluxe({ plan }: { plan: Subscription }) {
  const words = usePlanWords()
  const date = usePlanDate()
  const [asking, setAsking] = useState(false)
  const leaving = useLeaving('cancel', answer => {
    setAsking(false)
    toast.success(answer.EndsOn && answer.State === 'cancelling' ? words.cancelled(date(answer.EndsOn)) : words.over)
  })
  const cancel = () =>
    leaving.mutate(undefined, {
      onError: error => toast.error((error instanceof CallError && error.message) || words.noAnswer),
    })
  return (
    <>
      <Button variant="quiet" block className="plan__cancel" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        alert
        title={words.cancelTitle}
        actions={
          <>
            <Button variant="danger" block loading={leaving.isPending} onClick={() => !leaving.isPending && cancel()}>
              {words.cancelYes}
            </Button>
            <Button variant="quiet" block onClick={() => setAsking(false)}>
              {words.keep}
            </Button>
          </>
        }
      >
        {plan.State === 'grace' ? words.cancelNow : words.cancelText(date(plan.RenewsOn))}
      </Dialog>
    </>
  )
}
