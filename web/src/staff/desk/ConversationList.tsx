// The left list: finding a driver, and the conversations, those that wait on top. Arrow keys go along it.
import type { ConversationRow, Show } from '@parkit/contract/staff/desk'
import type { Found } from '@parkit/contract/staff/desk-drivers'
import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from '#platform/address.tsx'
import { useNow } from '#platform/clock.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText, dayText, durationText, timeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Field } from '#ui/Field.tsx'
import { Reload } from '#ui/Reload.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { itemsOf, useConversations, useFound } from './desk-queries.ts'
import { More } from './Table.tsx'
import { useDeskWords } from './words.ts'

/** Arrow keys go from one link of the list to the next. */
const goAlong = (event: KeyboardEvent<HTMLElement>) => {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.indexOf(event.target as HTMLAnchorElement)
  if (at < 0) return
  event.preventDefault()
  links[at + step]?.focus()
}

export function ConversationList({ selected }: { selected: string | null }) {
  const words = useDeskWords()
  const [search, setSearch] = useSearchParams()
  const shows = Object.keys(words.shows) as Show[]
  const show = shows.find(name => name === search.get('show')) ?? 'open'
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const addressOf = (driverId: string) => `/desk?show=${show}&driver=${driverId}`
  return (
    <section className="desk__list" aria-label={words.conversations}>
      <div className="desk__find">
        <Field
          label={words.find}
          hideLabel
          type="search"
          id="desk-find"
          icon={<Search size={20} />}
          placeholder={words.findPlaceholder}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        {query === '' && (
          // biome-ignore lint/a11y/useSemanticElements: these are no form fields
          <div className="desk__shows" role="group" aria-label={words.which}>
            {shows.map(name => (
              <button
                key={name}
                type="button"
                aria-pressed={name === show}
                onClick={() => setSearch({ show: name, ...(selected && { driver: selected }) })}
              >
                {words.shows[name]}
              </button>
            ))}
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the keys */}
      <div className="desk__rows" onKeyDown={goAlong}>
        {query === '' ? (
          <Rows show={show} selected={selected} addressOf={addressOf} />
        ) : (
          <FoundRows query={query} selected={selected} addressOf={addressOf} />
        )}
      </div>
    </section>
  )
}

type RowsProps = { selected: string | null; addressOf: (driverId: string) => string }

function Rows({ show, selected, addressOf }: RowsProps & { show: Show }) {
  const words = useDeskWords()
  const query = useConversations(show)
  if (!query.data) return query.isError ? <Reload text={words.listFailed} query={query} /> : <LoadingRows count={6} />
  const rows = itemsOf(query.data.pages, ({ DriverId }) => DriverId)
  if (rows.length === 0) return <p className="t-2 desk__nothing">{words.noneListed}</p>
  return (
    <>
      <ul aria-label={words.conversations}>
        {rows.map(row => (
          <Line
            key={row.DriverId}
            to={addressOf(row.DriverId)}
            on={row.DriverId === selected}
            name={row.Name}
            end={<LastTime at={row.LastAt} />}
          >
            <span className="desk__last">
              {!row.LastByDriver && row.LastText && `${words.support}: `}
              {row.LastText}
            </span>
            <Marks row={row} />
          </Line>
        ))}
      </ul>
      <More pages={query} />
    </>
  )
}

/** At least a minute; over an hour whole hours, over two days whole days. */
const roughly = (minutes: number): number => {
  const step = minutes < 60 ? 1 : minutes < 2_880 ? 60 : 1_440
  return Math.max(1, minutes - (minutes % step))
}

function Marks({ row }: { row: ConversationRow }) {
  const words = useDeskWords()
  const language = useLanguage()
  const now = useNow(60_000)
  const waitedMinutes = roughly(Math.floor((now - Date.parse(row.LastAt)) / 60_000))
  return (
    <span className="desk__marks">
      {row.Unanswered && <b className="desk__waits">{words.waitsFor(durationText(waitedMinutes, language))}</b>}
      {!row.Open && <span>{words.closed}</span>}
      {row.Assignee && <span>{row.Assignee.Name}</span>}
    </span>
  )
}

function LastTime({ at }: { at: string }) {
  const language = useLanguage()
  const now = useNow(60_000)
  const today = dateText(at, ownZone, language) === dateText(now, ownZone, language)
  return <>{today ? timeText(at, ownZone, language) : dayText(at, ownZone, language)}</>
}

function FoundRows({ query, selected, addressOf }: RowsProps & { query: string }) {
  const words = useDeskWords()
  const found = useFound(query)
  if (!found.data) return found.isError ? <Reload text={words.listFailed} query={found} /> : <LoadingRows count={2} />
  if (found.data.Items.length === 0)
    return (
      <p className="t-2 desk__nothing" role="status">
        {words.noneFound}
      </p>
    )
  return (
    <ul aria-label={words.found}>
      {found.data.Items.map((driver: Found) => (
        <Line
          key={driver.DriverId}
          to={addressOf(driver.DriverId)}
          on={driver.DriverId === selected}
          name={driver.Name}
        >
          <span className="desk__last">{driver.Email ?? phoneText(driver.Phone)}</span>
        </Line>
      ))}
    </ul>
  )
}

type LineProps = { to: string; on: boolean; name: string; end?: ReactNode; children: ReactNode }

function Line({ to, on, name, end, children }: LineProps) {
  return (
    <li>
      <Link to={to} className="desk__line" aria-current={on || undefined}>
        <span className="desk__name">
          <b>{name}</b>
          {end && <small className="num">{end}</small>}
        </span>
        {children}
      </Link>
    </li>
  )
}
