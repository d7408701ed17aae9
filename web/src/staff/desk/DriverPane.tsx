// The driver at the right: who it is, vehicles, sessions with their receipts and paying back, and what moved in the wallet.
import type { PastSession } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { type DriverFacts, driverReceipt } from '@parkit/contract/staff/desk-drivers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useVehicleWords, vehicleName } from '#driver/vehicles/vehicles.ts'
import { Link } from '#platform/address.tsx'
import { phoneText } from '#platform/contact-text.ts'
import { download } from '#platform/file-transfer.ts'
import { useLanguage } from '#platform/language.tsx'
import { saveFile } from '#platform/save-file.ts'
import { dateText, dayText, dayTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Button } from '#ui/Button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { Plate } from '#ui/Plate.tsx'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Loading, Skeleton, SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import { readActivity, readSessions, useFacts } from './desk-queries.ts'
import { More } from './Table.tsx'
import { useDeskWords } from './words.ts'

const SessionSheet = lazySheet(() => import('./SessionSheet.tsx'))
const RefundSheet = lazySheet(() => import('./RefundSheet.tsx'))

export function DriverPane({ driverId }: { driverId: string }) {
  const words = useDeskWords()
  const query = useFacts(driverId)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <aside className="desk__driver" aria-label={words.driver} tabIndex={0}>
      {query.data ? (
        <Facts facts={query.data} />
      ) : query.isError ? (
        <ReadFailed title={words.factsFailed} query={query} />
      ) : (
        <Loading>
          <Skeleton width="70%" height={28} />
          <SkeletonRows count={4} />
        </Loading>
      )}
    </aside>
  )
}

function Facts({ facts }: { facts: DriverFacts }) {
  const words = useDeskWords()
  const carWords = useVehicleWords()
  const language = useLanguage()
  const { DriverId } = facts
  const sessions = useRest(['desk.rest', DriverId, 'sessions'], facts.Sessions, cursor =>
    readSessions(DriverId, cursor),
  )
  const moves = useRest(['desk.rest', DriverId, 'activity'], facts.Activity, cursor => readActivity(DriverId, cursor))
  return (
    <>
      <h2 className="t-h3">
        <Link className="link" to={`/desk?driver=${DriverId}`} title={words.talk}>
          {facts.Name}
        </Link>
      </h2>
      <KeyValue
        className="desk__facts"
        items={[
          { label: words.email, value: facts.Email ?? '–' },
          { label: words.phone, value: phoneText(facts.Phone) },
          { label: words.balance, value: moneyText(facts.Balance) },
          { label: words.language, value: words.languages[facts.Language] },
          { label: words.since, value: dateText(facts.Since, ownZone, language) },
        ]}
      />
      <h3 className="t-h3">{words.vehicles}</h3>
      {facts.Vehicles.length === 0 && <p className="t-2">{words.noVehicles}</p>}
      <ul className="desk__vehicles">
        {facts.Vehicles.map(car => (
          <li key={`${car.PlateState} ${car.PlateNumber}`}>
            <Plate plate={car.PlateNumber} state={car.PlateState} />
            <span className="t-sm">
              {vehicleName(car) ? `${vehicleName(car)}, ${carWords.listed(car.VehicleColor)}` : carWords.rental}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="t-h3">{words.sessions}</h3>
      {sessions.items.length === 0 && <p className="t-2">{words.noSessions}</p>}
      <ul className="desk__sessions">
        {sessions.items.map(session => (
          <SessionLine key={session.SessionId} driverId={DriverId} session={session} />
        ))}
      </ul>
      <More pages={sessions} />
      <h3 className="t-h3">{words.activity}</h3>
      {moves.items.length === 0 && <p className="t-2">{words.noActivity}</p>}
      <ul className="desk__moves">
        {moves.items.map(move => (
          <li key={move.Id}>
            <span>
              {words.moves[move.Kind] ?? move.Kind}
              <small>{dayText(move.When, ownZone, language)}</small>
            </span>
            <b className="num">{moneyText(move.Amount)}</b>
          </li>
        ))}
      </ul>
      <More pages={moves} />
    </>
  )
}

type Part<Item> = { Items: Item[]; NextCursor: string | null }

/** The first page comes with the driver's facts; older pages are read on request. */
function useRest<Item>(queryKey: readonly string[], first: Part<Item>, read: (cursor: string) => Promise<Part<Item>>) {
  const [isRequested, setIsRequested] = useState(false)
  const rest = useInfiniteQuery({
    queryKey: [...queryKey, first.NextCursor],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: first.NextCursor ?? '',
    getNextPageParam: page => page.NextCursor,
    enabled: isRequested && first.NextCursor !== null,
  })
  const pages = rest.data?.pages ?? []
  return {
    items: [...first.Items, ...pages.flatMap(({ Items }) => Items)],
    hasNextPage: pages.length > 0 ? rest.hasNextPage : first.NextCursor !== null,
    isFetchingNextPage: rest.isFetching,
    fetchNextPage: () => (pages.length > 0 ? void rest.fetchNextPage() : setIsRequested(true)),
  }
}

function SessionLine({ driverId, session }: { driverId: string; session: PastSession }) {
  const words = useDeskWords()
  const language = useLanguage()
  const [paying, setPaying] = useState(false)
  const [open, setOpen] = useState(false)
  const save = () =>
    download(driverReceipt, { params: { driverId, id: session.SessionId } }).then(
      blob => saveFile(blob, `ParkIt-${session.SessionId}.pdf`),
      error => toast.error(failureText(error)),
    )
  return (
    <li>
      <div className="desk__session">
        <b>{session.Name}</b>
        <b className="num">{moneyText(session.AmountPaid)}</b>
        <small>{dayTimeText(session.StartedAt, session.TimeZone, language)}</small>
        <small>{words.statuses[session.Status]}</small>
        <small className="num">{session.SessionId}</small>
        {session.Refunded > 0 && <small>{words.paidBack(moneyText(session.Refunded))}</small>}
      </div>
      <div className="desk__session-acts">
        <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
          {words.details}
        </Button>
        <Button size="sm" variant="quiet" onClick={save}>
          {words.receipt}
        </Button>
        {session.Status === 'ended' && session.AmountPaid > 0 && (
          <Button size="sm" variant="quiet" onClick={() => setPaying(true)}>
            {words.refund}
          </Button>
        )}
      </div>
      <SessionSheet open={open} driverId={driverId} session={session} onClose={() => setOpen(false)} />
      <RefundSheet open={paying} driverId={driverId} session={session} onClose={() => setPaying(false)} />
    </li>
  )
}
