// A session as its driver sees it: place, plate, what was paid for what, and the time line.
import type { PastSession } from '@parkit/contract/parking/sessions'
import { moneyText } from '@parkit/contract/platform/money'
import { TimeLine } from '#parking/past/past.ts'
import { useLanguage } from '#platform/language.tsx'
import { dayTimeText } from '#platform/text.ts'
import { ReadFailed } from '#ui/ReadFailed.tsx'
import { KeyValue } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { LoadingRows } from '#ui/Skeleton.tsx'
import { useSession } from './desk-queries.ts'
import { useDeskWords } from './words.ts'

type Props = { driverId: string; session: Pick<PastSession, 'SessionId' | 'Name'> }

export default function SessionSheet({ open, onClose, ...props }: Props & { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} title={props.session.Name} onClose={onClose}>
      {open && <Details {...props} />}
    </Sheet>
  )
}

function Details({ driverId, session: { SessionId } }: Props) {
  const words = useDeskWords()
  const language = useLanguage()
  const query = useSession(driverId, SessionId)
  if (!query.data)
    return query.isError ? <ReadFailed title={words.sessionFailed} query={query} /> : <LoadingRows count={5} />
  const session = query.data
  const at = (instant: string) => dayTimeText(instant, session.TimeZone, language)
  return (
    <>
      <KeyValue
        className="desk__facts"
        items={[
          { label: words.sessionId, value: session.SessionId },
          { label: words.state, value: words.statuses[session.Status] },
          { label: words.plate, value: `${session.Vehicle.PlateNumber}, ${session.Vehicle.PlateState}` },
          { label: words.from, value: at(session.StartedAt) },
          { label: words.until, value: at(session.EndedAt ?? session.EndsAt) },
          { label: words.paid, value: moneyText(session.AmountPaid) },
          session.Refunded > 0 && { label: words.acts.refunded, value: moneyText(session.Refunded) },
        ]}
      />
      <h3 className="t-h3 desk__part-title">{words.timeLine}</h3>
      <TimeLine session={session} />
    </>
  )
}
