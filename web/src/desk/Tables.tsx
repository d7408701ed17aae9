// Call-backs, e-mails, feedback and the log, as tables; a name opens the driver beside them.
import type { Act, DeskCallback } from '@parkit/contract/desk-drivers'
import { moveCallback } from '@parkit/contract/desk-drivers'
import { moneyText } from '@parkit/contract/money'
import { cityTimeZone } from '@parkit/contract/time'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { failureText } from '../account/failing.ts'
import { send } from '../platform/client.ts'
import { useLanguage } from '../platform/language.tsx'
import { dayText, timeText } from '../platform/text.ts'
import { ReadFailed } from '../shell/ReadFailed.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading, SkeletonRows } from '../ui/Skeleton.tsx'
import { toast } from '../ui/toast.ts'
import { FileLine } from './Conversation.tsx'
import { useActs, useDeskCallbacks, useDeskEmails, useDeskFeedback } from './reads.ts'
import { useDeskWords } from './words.ts'

type TableProps<Item> = {
  title: string
  heads: readonly string[]
  query: UseQueryResult<{ Items: Item[] }>
  row: (item: Item) => ReactNode
}

function Table<Item>({ title, heads, query, row }: TableProps<Item>) {
  const words = useDeskWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className="desk__table" aria-label={title} tabIndex={0}>
      <h2 className="t-h1">{title}</h2>
      {!query.data ? (
        query.isError ? (
          <ReadFailed title={words.listFailed} query={query} />
        ) : (
          <Loading>
            <SkeletonRows count={6} />
          </Loading>
        )
      ) : query.data.Items.length === 0 ? (
        <p className="t-2">{words.none}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {heads.map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{query.data.Items.map(row)}</tbody>
        </table>
      )}
    </section>
  )
}

function Driver({ of: { DriverId, Name } }: { of: { DriverId: string; Name: string } }) {
  const [search] = useSearchParams()
  return (
    <Link className="link" to={`/desk?view=${search.get('view')}&driver=${DriverId}`}>
      {Name}
    </Link>
  )
}

function At({ at }: { at: string }) {
  const language = useLanguage()
  return (
    <span className="desk__at">
      {dayText(at, cityTimeZone, language)}, {timeText(at, cityTimeZone, language)}
    </span>
  )
}

export function CallTable() {
  const words = useDeskWords()
  return (
    <Table
      title={words.calls}
      heads={[words.when, words.driver, words.phone, words.state]}
      query={useDeskCallbacks()}
      row={call => <CallRow key={call.Id} call={call} />}
    />
  )
}

function CallRow({ call }: { call: DeskCallback }) {
  const words = useDeskWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const move = useMutation({
    mutationFn: (State: 'called' | 'closed') => send(moveCallback, { params: { id: call.Id }, body: { State } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['desk.calls'] }),
    onError: error => toast.error(failureText(error)),
  })
  // the city's own date and time, said without a zone
  const at = `${call.date}T${call.time}:00Z`
  return (
    <tr>
      <td className="desk__at">
        {dayText(at, 'UTC', language)}, {timeText(at, 'UTC', language)}
      </td>
      <td>
        <Driver of={call} />
      </td>
      <td className="num">
        <a className="link" href={`tel:${call.phone}`}>
          {call.phone}
        </a>
      </td>
      <td>
        <span className="desk__state">
          <span>{words.callStates[call.State]}</span>
          {call.State === 'requested' && (
            <Button size="sm" loading={move.isPending} onClick={() => move.mutate('called')}>
              {words.markCalled}
            </Button>
          )}
          {(call.State === 'requested' || call.State === 'called') && (
            <Button size="sm" variant="quiet" loading={move.isPending} onClick={() => move.mutate('closed')}>
              {words.markClosed}
            </Button>
          )}
        </span>
      </td>
    </tr>
  )
}

export function EmailTable() {
  const words = useDeskWords()
  return (
    <Table
      title={words.emails}
      heads={[words.when, words.driver, words.message, words.state]}
      query={useDeskEmails()}
      row={mail => (
        <tr key={mail.Reference}>
          <td>
            <At at={mail.WrittenAt} />
          </td>
          <td>
            <Driver of={mail} />
          </td>
          <td className="desk__words">
            <b>{mail.Subject}</b> <small className="num">{mail.Reference}</small>
            <p>{mail.Message}</p>
            {mail.Attachments.map(file => (
              <FileLine key={file.AttachmentId} driverId={mail.DriverId} file={file} />
            ))}
          </td>
          <td>{words.mailStates[mail.State]}</td>
        </tr>
      )}
    />
  )
}

export function FeedbackTable() {
  const words = useDeskWords()
  return (
    <Table
      title={words.feedback}
      heads={[words.when, words.driver, words.stars, words.words, words.about]}
      query={useDeskFeedback()}
      row={said => (
        <tr key={said.FeedbackId}>
          <td>
            <At at={said.SentAt} />
          </td>
          <td>
            <Driver of={said} />
          </td>
          <td className="desk__at">{words.starsOf(said.Stars)}</td>
          <td className="desk__words">{said.Text}</td>
          <td className="num">{said.SessionId ?? words.aboutApp}</td>
        </tr>
      )}
    />
  )
}

/** What was done to a driver's conversation. */
const ofDriver: readonly string[] = ['answered', 'assigned', 'closed']

const detailsOf = ({ Kind, Subject, Details }: Act): string => {
  if (Kind === 'refunded') return `${moneyText(Number(Details.amountCents) / 100)}, ${Details.reason}, ${Subject}`
  return String(Details.title ?? Details.to ?? '')
}

export function LogTable() {
  const words = useDeskWords()
  return (
    <Table
      title={words.log}
      heads={[words.when, words.who, words.what, words.details]}
      query={useActs()}
      row={act => (
        <tr key={act.ActId}>
          <td>
            <At at={act.At} />
          </td>
          <td>{act.Staff.Name}</td>
          <td>{words.acts[act.Kind] ?? act.Kind}</td>
          <td className="desk__words">
            {detailsOf(act)}{' '}
            {ofDriver.includes(act.Kind) && (
              <Link className="link" to={`/desk?show=all&driver=${act.Subject}`}>
                {words.talk}
              </Link>
            )}
          </td>
        </tr>
      )}
    />
  )
}
