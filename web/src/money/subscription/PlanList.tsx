// The plans side by side with what each costs and gives; the driver's own is marked.
import type { Plan } from '@parkit/contract/money/subscription'
import { moneyText, toCents } from '@parkit/contract/platform/money'
import { Check } from 'lucide-react'
import { Panel, Section } from '#ui/Panel.tsx'
import { Tag } from '#ui/Row.tsx'
import { usePlanWords } from './words.ts'

export function PlanList({ plans, mine }: { plans: readonly Plan[]; mine: Plan['PlanId'] | undefined }) {
  const words = usePlanWords()
  const free = plans.find(plan => !plan.WaivesServiceFee)
  // where cities have different fees, nobody knows which ones are saved
  const usual = free?.ServiceFeeVaries ? 0 : (free?.ServiceFee ?? 0)
  const lines = ({ WaivesServiceFee, ServiceFee, ServiceFeeVaries, Price }: Plan) => {
    if (WaivesServiceFee)
      return [words.noFee, usual > 0 && words.paysOff(Math.ceil(toCents(Price) / toCents(usual))), words.cancelAnyTime]
    const fee = moneyText(ServiceFee)
    return [ServiceFeeVaries ? words.feeUpTo(fee) : words.feeEach(fee), words.addTimeFree]
  }
  return (
    <Section title={words.plans} className="plan__all">
      <ul className="plans">
        {plans.map(plan => (
          <li key={plan.PlanId}>
            <Panel className="plans__one">
              <div className="plans__head">
                <h3 className="t-h3 grow">{words.names[plan.PlanId]}</h3>
                {plan.PlanId === mine && <Tag tone="go">{words.yourPlan}</Tag>}
              </div>
              <p className="plans__price">
                <span className="t-num-m">{moneyText(plan.Price)}</span>{' '}
                <span className="t-sm t-2">{words.aMonth}</span>
              </p>
              <ul className="plans__gives">
                {lines(plan).map(
                  line =>
                    line && (
                      <li key={line} className="t-sm">
                        <Check size={18} className="go" aria-hidden="true" />
                        <span>{line}</span>
                      </li>
                    ),
                )}
              </ul>
            </Panel>
          </li>
        ))}
      </ul>
    </Section>
  )
}
