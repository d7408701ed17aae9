// The rules of a place's next seven days, and closures, event rates, and holidays after them. Loaded once the place is shown.
import './ahead.css'
import type { Zone } from '@parkit/contract/city/places'
import type { DatedChange, RulePeriod } from '@parkit/contract/city/zone-rules'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { type LanguageCode, useLanguage, useWords } from '#platform/language.tsx'
import { dayText, shortTimeText } from '#platform/text.ts'
import { cx } from '#ui/cx.ts'
import { Section } from '#ui/Panel.tsx'
import { Reload } from '#ui/Reload.tsx'
import { Loading, Skeleton } from '#ui/Skeleton.tsx'
import { Spoken } from '#ui/Spoken.tsx'
import { en } from './ahead-words.en.ts'
import { type DaysAlike, daysAlike } from './days-ahead.ts'
import { useRulesAhead } from './place-queries.ts'
import { linesIn } from './RateTable.tsx'
import { usePlacesWords } from './words.ts'

const useAheadWords = () => useWords('city/places/ahead-words', en)

/** A date has no time: at noon in UTC it is the same day. */
const dateText = (date: string, language: LanguageCode) => dayText(`${date}T12:00:00Z`, 'UTC', language)

/** Nothing where ParkIt sells no parking and nothing is dated ahead. */
export default function WeekAhead({ zone }: { zone: Zone }) {
  const words = useAheadWords()
  const language = useLanguage()
  const rules = useRulesAhead(zoneRef(zone))
  const { Periods = [], Ahead = [], Days = [] } = rules.data ?? {}
  const end = Periods.at(-1)
  const later = Ahead.filter(({ StartsAt }) => end === undefined || Date.parse(StartsAt) >= Date.parse(end.Until))
  const laterDays = Days.filter(({ Day }) => end === undefined || Day > end.Day)
  if (rules.data && Periods.length + later.length === 0) return null
  const timeOf = (at: string) => shortTimeText(at, zone.TimeZone, language)
  return (
    <Section title={words.title}>
      {rules.isPending ? (
        <Loading>
          <Skeleton height={180} radius={12} />
        </Loading>
      ) : rules.isError && !rules.data ? (
        <Reload text={words.failed} query={rules} />
      ) : (
        <ul>
          {daysAlike(Periods, Days, timeOf).map((days, i) => (
            <OneRun key={days.first} days={days} isToday={i === 0} timeOf={timeOf} />
          ))}
        </ul>
      )}
      {later.length + laterDays.length > 0 && (
        <>
          <h3 className="ahead__later">{words.later}</h3>
          <ul>
            {later.map(change => (
              <LaterChange key={change.Id} change={change} />
            ))}
            {laterDays.map(({ Day, List, Name, Periods }) =>
              Periods ? (
                <OneRun
                  key={`${Day} ${List}`}
                  days={{ first: Day, last: Day, names: [Name], periods: Periods }}
                  isToday={false}
                  timeOf={timeOf}
                />
              ) : (
                <li key={`${Day} ${List}`} className="rate">
                  <DayTitle text={dateText(Day, language)} names={[Name]} />
                  <p className="rate__line">{words.otherRules}</p>
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </Section>
  )
}

/** `names`: what the city calls the day, such as a holiday. */
const DayTitle = ({ text, names }: { text: string; names: string[] }) => (
  <p className="rate__title">
    {text}
    {names.map(name => (
      <span key={name} className="t-2" lang="en">
        {name}
      </span>
    ))}
  </p>
)

type RunProps = { days: DaysAlike; isToday: boolean; timeOf: (at: string) => string }

function OneRun({ days: { first, last, names, periods }, isToday, timeOf }: RunProps) {
  const words = useAheadWords()
  const places = usePlacesWords()
  const language = useLanguage()
  const day = (date: string) => dateText(date, language)
  const timesOf = ({ From, Until }: RulePeriod, i: number) => {
    const isLast = i === periods.length - 1
    if (i === 0 && isLast) return isToday ? words.restOfDay : places.allDay
    return i === 0 && isToday ? words.until(timeOf(Until)) : places.range(timeOf(From), timeOf(Until))
  }
  return (
    <li className="rate">
      <DayTitle
        text={isToday ? words.today : first === last ? day(first) : places.range(day(first), day(last))}
        names={names}
      />
      <dl className="ahead__times">
        {periods.map((period, i) => (
          <div key={period.From} className="kv">
            <dt className="num">{timesOf(period, i)}</dt>
            <dd className={cx(period.Activity === 'none' && 'stop')}>
              <Spoken text={linesIn(period, language).join(' · ')} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

function LaterChange({ change }: { change: DatedChange }) {
  const [title = '', ...lines] = linesIn(change, useLanguage())
  return (
    <li className="rate">
      <p className={cx('rate__title', change.Kind === 'closure' && 'stop')}>
        <Spoken text={title} />
      </p>
      {lines.map(line => (
        <p key={line} className="rate__line num">
          <Spoken text={line} />
        </p>
      ))}
    </li>
  )
}
