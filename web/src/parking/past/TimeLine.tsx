// The time line of a session: each step with its time and what was paid or paid back, and the end of a running one.

import './session.css'
import type { SessionDetail } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { runningAt } from '#parking/sessions/sessions.ts'
import { now } from '#platform/clock.ts'
import { stayTimeText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { dayText, durationText } from '#platform/text.ts'
import { Spoken } from '#ui/Spoken.tsx'
import { type PastWords, usePastWords } from './words.ts'

type Step = SessionDetail['Steps'][number]

export function TimeLine({ session }: { session: SessionDetail }) {
  const words = usePastWords()
  const language = useLanguage()
  const { StartedAt, EndsAt, TimeZone, Steps } = session
  const firstDay = dayText(StartedAt, TimeZone, language)
  const when = (at: string) => {
    const time = stayTimeText(at, TimeZone, language, at === StartedAt ? EndsAt : StartedAt)
    const day = dayText(at, TimeZone, language)
    return (
      <time dateTime={at} className="num">
        {day === firstDay ? time : `${day}, ${time}`}
      </time>
    )
  }
  return (
    <ol className="steps">
      {Steps.map((step, i) => (
        <li key={i}>
          {when(step.At)}
          <span className="grow">
            <Spoken text={stepText(step, session.Changes, durationText(step.Minutes, language), words)} />
          </span>
          {step.Amount !== 0 && (
            <span className="num t-strong">
              {step.Amount < 0 ? words.paidBack(moneyText(-step.Amount)) : moneyText(step.Amount)}
            </span>
          )}
        </li>
      ))}
      {runningAt([session], now()).length > 0 && (
        <li className="steps__next">
          {when(EndsAt)}
          <span className="grow">{words.ends}</span>
        </li>
      )}
    </ol>
  )
}

function stepText(
  { Kind, Auto, At }: Step,
  changes: SessionDetail['Changes'],
  duration: string,
  words: PastWords,
): string {
  if (Kind === 'started') return (Auto ? words.startedAuto : words.started)(duration)
  if (Kind === 'extended') return (Auto ? words.extendedAuto : words.extended)(duration)
  if (Kind === 'stopped') return (Auto ? words.stoppedAuto : words.stopped)(duration)
  if (Kind === 'moved' || Kind === 'plateChanged') {
    const change = changes?.find(each => each.Kind === Kind && each.At === At)
    return words[Kind](change?.From ?? '', change?.To ?? '')
  }
  if (Kind === 'closed') return words.closed
  if (Kind === 'refunded') return words.payBack
  return words.ended(duration)
}
