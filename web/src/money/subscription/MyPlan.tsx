// The plan a driver has: its name, its price, and the day that matters; what went wrong with it, right below.
import type { Subscription } from '@parkit/contract/money/subscription'
import { moneyText } from '@parkit/contract/platform/money'
import { useLanguage } from '#platform/language.tsx'
import { dateText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Banner } from '#ui/Banner.tsx'
import { usePlanWords } from './words.ts'

/** The day of the plan as the city reads it. */
export function usePlanDate(): (at: string | null) => string {
  const language = useLanguage()
  return at => (at === null ? '' : dateText(at, ownZone, language))
}

export function MyPlan({ plan }: { plan: Subscription }) {
  const words = usePlanWords()
  const date = usePlanDate()
  const day = {
    free: null,
    pending: null,
    active: words.renewsOn(date(plan.RenewsOn)),
    grace: words.keepsUntil(date(plan.GraceUntil)),
    cancelling: words.endsOn(date(plan.EndsOn)),
    ended: words.endedOn(date(plan.EndsOn)),
  }[plan.State]
  return (
    <>
      <section className="road wallet__balance plan">
        <div className="grow">
          <h2 className="t-sm t-2 wallet__label">{words.yourPlan}</h2>
          <p className="t-num-l">{words.names[plan.PlanId]}</p>
          {day && <p className="t-sm t-2 num">{day}</p>}
        </div>
        <p className="plan__price">
          <span className="t-num-m">{moneyText(plan.Price)}</span>
          <span className="t-sm t-2">{words.aMonth}</span>
        </p>
      </section>
      {plan.State === 'grace' && (
        <Banner tone="stop" live className="plan__says">
          <b>{words.graceTitle}</b>
          <br />
          {words.graceText(date(plan.GraceUntil))}
        </Banner>
      )}
      {plan.State === 'cancelling' && (
        <Banner tone="info" className="plan__says">
          {words.leavingText}
        </Banner>
      )}
      {plan.State === 'pending' && (
        <Banner tone="warn" className="plan__says">
          {words.pendingText}
        </Banner>
      )}
    </>
  )
}
