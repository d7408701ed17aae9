// The way from the account to the plans, and which one the driver has.
import { BadgeCheck } from 'lucide-react'
import { Row } from '#ui/Row.tsx'
import { useSubscription } from './plan-queries.ts'
import { usePlanWords } from './words.ts'

export function SubscriptionRow() {
  const words = usePlanWords()
  const { data } = useSubscription()
  return (
    <Row
      icon={<BadgeCheck size={24} />}
      title={words.title}
      note={data && words.names[data.PlanId]}
      to="/subscription"
    />
  )
}
