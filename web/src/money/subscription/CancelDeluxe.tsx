// Cancelling Deluxe, after a question that says until when it goes on.
import type { Subscription } from '@parkit/contract/money/subscription'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Question } from '#ui/Question.tsx'
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
  const cancel = () => leaving.mutate(undefined, { onError: error => toast.error(failureText(error)) })
  return (
    <>
      <Button variant="quiet" block className="plan__cancel" onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      <Question
        open={asking}
        title={words.cancelTitle}
        yes={words.cancelYes}
        no={words.keep}
        isPending={leaving.isPending}
        onYes={() => !leaving.isPending && cancel()}
        onClose={() => setAsking(false)}
      >
        {plan.State === 'grace' ? words.cancelNow : words.cancelText(date(plan.RenewsOn))}
      </Question>
    </>
  )
}
