// The list: sessions by month with each month's total, loaded page by page as the driver scrolls.

import type { Month } from '@parkit/contract/parking/past'
import type { PastSession } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { RefreshCw } from 'lucide-react'
import { type CSSProperties, memo, useEffect, useRef } from 'react'
import { useUnits } from '#city/cities/cities.ts'
import { runningAt } from '#parking/sessions/sessions.ts'
import { now } from '#platform/clock.ts'
import { distanceText } from '#platform/distance.ts'
import { type LanguageCode, localeOf, useLanguage } from '#platform/language.tsx'
import { dateText, dayText, durationText } from '#platform/text.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Facts } from '#ui/Panel.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sign } from '#ui/Sign.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { byMonth } from './months.ts'
import { NoSessions } from './NoSessions.tsx'
import { isByDistance } from './past-options.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

export function PastList(past: Past) {
  const words = usePastWords()
  const { query, months, sort, options } = past
  useEffect(() => {
    // the row of a place selected on the map may be out of view
    if (options.zone) document.querySelector('.map-pane .row--selected')?.scrollIntoView({ block: 'nearest' })
  }, [options.zone])
  if (query.isError && !query.data) return <ReadFailed title={words.listFailed} query={query} />
  if (!query.data) return <LoadingRows className="past__loading" count={7} />
  const sessions = query.data.pages.flatMap(page => page.Items)
  if (sessions.length === 0) return <NoSessions {...past} />
  const totals = new Map(months.data?.Items.map(month => [month.Month, month]))
  return (
    <>
      {isByDistance(sort) ? (
        <Group
          title={sort === 'less-distance' ? words.nearestFirst : words.farthestFirst}
          sessions={sessions}
          total={months.data && sum(months.data.Items)}
          selected={options.zone}
          withYear
        />
      ) : (
        byMonth(sessions).map(({ month, sessions }) => (
          <MonthGroup key={month} month={month} sessions={sessions} total={totals.get(month)} selected={options.zone} />
        ))
      )}
      <More {...past} />
    </>
  )
}

type Total = Pick<Month, 'Sessions' | 'AmountPaid'>

const sum = (months: readonly Total[]): Total => ({
  Sessions: months.reduce((count, month) => count + month.Sessions, 0),
  AmountPaid: months.reduce((cents, month) => cents + Math.round(month.AmountPaid * 100), 0) / 100,
})

/** One for each language: creating it costs more than all the headings. */
const monthFormats = new Map<LanguageCode, Intl.DateTimeFormat>()

/** `April 2026`. */
function monthText(month: string, language: LanguageCode): string {
  const format = monthFormats.get(language) ?? createMonthFormat(language)
  monthFormats.set(language, format)
  return format.format(Date.parse(`${month}-01T00:00:00Z`))
}
const createMonthFormat = (language: LanguageCode) =>
  new Intl.DateTimeFormat(localeOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })

type MonthProps = { month: string; sessions: PastSession[]; total: Total | undefined; selected: string | null }

function MonthGroup({ month, ...group }: MonthProps) {
  return <Group title={monthText(month, useLanguage())} {...group} />
}

type GroupProps = Omit<MonthProps, 'month'> & { title: string; withYear?: boolean }

/** With another page, only the months that changed render again. */
const Group = memo(
  function Group({ title, sessions, total, selected, withYear }: GroupProps) {
    const words = usePastWords()
    return (
      <section className="past__month" style={{ '--rows': sessions.length } as CSSProperties}>
        <div className="past__head">
          <h2 className="t-h3">{title}</h2>
          {total && (
            <p className="t-body-s num">
              <Facts
                items={[
                  <span key="count" className="t-2">
                    {words.sessions(total.Sessions)}
                  </span>,
                  <b key="sum">{moneyText(total.AmountPaid)}</b>,
                ]}
              />
            </p>
          )}
        </div>
        <List label={title} className="list--long">
          {sessions.map(session => (
            <PastRow
              key={session.SessionId}
              session={session}
              selected={session.ZoneNumber === selected}
              withYear={withYear}
            />
          ))}
        </List>
      </section>
    )
  },
  (before, after) =>
    before.title === after.title &&
    before.sessions.length === after.sessions.length &&
    before.sessions.every((session, i) => session === after.sessions[i]) &&
    before.total?.AmountPaid === after.total?.AmountPaid &&
    before.total?.Sessions === after.total?.Sessions &&
    before.selected === after.selected &&
    before.withYear === after.withYear,
)

function PastRow({ session, selected, withYear }: { session: PastSession; selected: boolean; withYear?: boolean }) {
  const words = usePastWords()
  const language = useLanguage()
  const { StartedAt, TimeZone, Metres } = session
  const units = useUnits(session.City)
  const runs = runningAt([session], now()).length > 0
  return (
    <Row
      lead={<Sign zone={session.ZoneNumber} live={runs} />}
      title={<span lang="en">{session.Name}</span>}
      sub={
        <Facts
          items={[
            withYear ? dateText(StartedAt, TimeZone, language) : dayText(StartedAt, TimeZone, language),
            durationText(session.Minutes, language),
            withYear && Metres !== null && distanceText(Metres, language, units),
            runs && words.running,
            session.Status === 'failed' && words.failed,
            session.Status === 'pending' && words.pending,
          ]}
        />
      }
      value={moneyText(session.AmountPaid)}
      to={`/ParkingSessionDetail?session=${session.SessionId}`}
      selected={selected}
    />
  )
}

/** The next page is read when the end of the list is this far below the window. */
const aheadPx = 1_200

function More({ query }: Past) {
  const words = usePastWords()
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const isWaiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (!isWaiting || !end.current) return
    const watch = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) fetchNextPage()
      },
      // on a wide screen the pane scrolls, not the window
      { root: end.current.closest('.map-pane'), rootMargin: `0px 0px ${aheadPx}px 0px` },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [isWaiting, fetchNextPage])
  if (isFetchNextPageError)
    return (
      <Banner
        tone="stop"
        action={
          <Button variant="quiet" size="sm" icon={<RefreshCw size={18} />} onClick={() => fetchNextPage()}>
            {words.tryAgain}
          </Button>
        }
      >
        {words.moreFailed}
      </Banner>
    )
  if (!hasNextPage) return null
  return (
    <div ref={end} className="past__more">
      <Button block size="md" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {words.earlier}
      </Button>
    </div>
  )
}
