// Call-backs, e-mails, feedback and the log, as tables; a name opens the driver beside them.
import { feedback as most } from '@parkit/contract/platform/limits'
import { moneyText } from '@parkit/contract/platform/money'
import { type Act, type DeskCallback, moveCallback } from '@parkit/contract/staff/desk-drivers'
import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { phoneText } from '#platform/contact-text.ts'
import { useLanguage } from '#platform/language.tsx'
import { dayTimeText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Button } from '#ui/Button.tsx'
import { DeskFileLine } from './DeskFile.tsx'
import {
  itemsOf,
  type Pages,
  useActs,
  useDeskCallbacks,
  useDeskEmails,
  useDeskFeedback,
  useDeskMutation,
} from './desk-queries.ts'
import { More, Table } from './Table.tsx'
import { useDeskWords } from './words.ts'

type ListProps<Item> = {
  title: string
  heads: readonly string[]
  pages: Pages<Item>
  id: (item: Item) => string
  row: (item: Item) => ReactNode
}

function List<Item>({ title, heads, pages, id, row }: ListProps<Item>) {
  return (
    <Table title={title} heads={heads} query={pages} items={pages.data && itemsOf(pages.data.pages, id)} row={row}>
      <More pages={pages} />
    </Table>
  )
}

export function Driver({ of: { DriverId, Name } }: { of: { DriverId: string; Name: string } }) {
  const [search] = useSearchParams()
  return (
    <Link className="link" to={`/desk?view=${search.get('view')}&driver=${DriverId}`}>
      {Name}
    </Link>
  )
}

export function At({ at }: { at: string }) {
  const language = useLanguage()
  return <span className="desk__at">{dayTimeText(at, ownZone, language)}</span>
}

export function CallTable() {
  const words = useDeskWords()
  return (
    <List
      title={words.calls}
      heads={[words.when, words.driver, words.phone, words.state]}
      pages={useDeskCallbacks()}
      id={({ Id }) => Id}
      row={call => <CallRow key={call.Id} call={call} />}
    />
  )
}

function CallRow({ call }: { call: DeskCallback }) {
  const words = useDeskWords()
  const language = useLanguage()
  const move = useDeskMutation(
    (State: 'called' | 'closed') => send(moveCallback, { params: { id: call.Id }, body: { State } }),
    ['desk.calls'],
  )
  return (
    <tr>
      {/* the city's own date and time */}
      <td className="desk__at">
        {dayTimeText(`${call.date}T${call.time}:00Z`, 'UTC', language)} <small>{call.CityName}</small>
      </td>
      <td>
        <Driver of={call} />
      </td>
      <td className="num">
        <a className="link" href={`tel:${call.phone}`}>
          {phoneText(call.phone)}
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
    <List
      title={words.emails}
      heads={[words.when, words.driver, words.message, words.state]}
      pages={useDeskEmails()}
      id={({ Reference }) => Reference}
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
              <DeskFileLine key={file.AttachmentId} driverId={mail.DriverId} file={file} />
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
    <List
      title={words.feedback}
      heads={[words.when, words.driver, words.stars, words.words, words.about]}
      pages={useDeskFeedback()}
      id={({ FeedbackId }) => FeedbackId}
      row={said => (
        <tr key={said.FeedbackId}>
          <td>
            <At at={said.SentAt} />
          </td>
          <td>
            <Driver of={said} />
          </td>
          <td className="desk__at">
            <StarsShown stars={said.Stars} />
          </td>
          <td className="desk__words">{said.Text}</td>
          <td className="num">{said.SessionId ?? words.aboutApp}</td>
        </tr>
      )}
    />
  )
}

function StarsShown({ stars }: { stars: number }) {
  const words = useDeskWords()
  return (
    <span className="desk__stars" role="img" aria-label={words.starsOf(stars)}>
      {Array.from({ length: most.mostStars }, (_, i) => (
        <Star key={i} size={18} fill={i < stars ? 'currentcolor' : 'none'} />
      ))}
    </span>
  )
}

const detailsOf = ({ Kind, Subject, Details }: Act): string => {
  if (['refunded', 'refundProposed', 'proposalRefused', 'proposalWithdrawn'].includes(Kind))
    return [moneyText(Number(Details.amountCents) / 100), Details.reason, Subject].filter(Boolean).join(', ')
  if (Kind === 'paidOut') return [moneyText(Number(Details.amountCents) / 100), Details.payment].join(', ')
  return String(Details.title ?? Details.to ?? Details.email ?? '')
}

export function LogTable() {
  const words = useDeskWords()
  return (
    <List
      title={words.log}
      heads={[words.when, words.who, words.what, words.driver, words.details]}
      pages={useActs()}
      id={({ ActId }) => ActId}
      row={act => (
        <tr key={act.ActId}>
          <td>
            <At at={act.At} />
          </td>
          <td>{act.Staff.Name || act.Staff.Email}</td>
          <td>{words.acts[act.Kind] ?? act.Kind}</td>
          <td>{act.Driver && <Driver of={act.Driver} />}</td>
          <td className="desk__words">{detailsOf(act)}</td>
        </tr>
      )}
    />
  )
}
