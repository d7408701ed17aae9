// The running session on Home: the sign, the time left, the bays used up, and links to extend and view it.
'use no memo'

import type { Session } from '@parkit/contract/parking/sessions'
import { Plus } from 'lucide-react'
import { leftParts, leftSeconds, leftText, totalMinutes, useBaseWords } from '#parking/sessions/sessions.ts'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { spokenText } from '#platform/spoken.ts'
import { durationText, endText, timeText } from '#platform/text.ts'
import { Bays } from '#ui/Bays.tsx'
import { Button } from '#ui/Button.tsx'
import { Figures } from '#ui/Figures.tsx'
import { Facts } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { Sign } from '#ui/Sign.tsx'

const soonSeconds = 15 * 60

type Props = {
  session: Session
  /** It ends first: only its button to extend is yellow. */
  first: boolean
  /** Several run: shows the plate. */
  several: boolean
}

export function RunningCard({ session, first, several }: Props) {
  const words = useBaseWords()
  const language = useLanguage()
  const nowMs = useNow()
  const left = leftSeconds(session, nowMs)
  const total = totalMinutes(session)
  const time = (at: string | number) => timeText(at, session.TimeZone, language)
  const middle = Date.parse(session.StartedAt) + (total / 2) * 60_000
  const to = `/dashboard?session=${session.SessionId}`
  return (
    <section className="road running" aria-label={session.Name}>
      <div className="running__top">
        <Sign zone={session.ZoneNumber} size="md" live />
        <div className="grow">
          <Figures parts={leftParts(left, words)} after={words.left} />
          <p className="running__place t-sm t-2">
            <Facts
              items={[
                <span key="name" lang="en">
                  {session.Name}
                </span>,
                words.ends(endText(session.EndsAt, session.TimeZone, language, nowMs)),
              ]}
            />
          </p>
        </div>
      </div>
      {several && (
        <div className="running__plate">
          <Plate plate={session.Vehicle.PlateNumber} state={session.Vehicle.PlateState} />
        </div>
      )}
      <Bays
        totalMinutes={total}
        leftMinutes={left / 60}
        soon={left <= soonSeconds}
        label={spokenText(words.leftOf(leftText(left, language), durationText(total, language)), language)}
        marks={[time(session.StartedAt), time(middle).replace(/ [AP]M$/, ''), time(session.EndsAt)]}
      />
      <div className="running__actions">
        <Button variant={first ? 'primary' : 'road'} size="md" icon={<Plus size={20} />} to={to}>
          {words.extend}
        </Button>
        <Button variant="road" size="md" to={to}>
          {words.viewSession}
        </Button>
      </div>
    </section>
  )
}
