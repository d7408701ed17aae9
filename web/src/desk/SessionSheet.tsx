// A session as its driver sees it: place, plate, what was paid for what, and the time line.
import '../parking/past/session.css'
import { moneyText } from '@parkit/contract/money'
import type { PastSession } from '@parkit/contract/parking'
import { TimeLine } from '../parking/past/TimeLine.tsx'
import { useLanguage } from '../platform/language.tsx'
import { dayTimeText } from '../platform/text.ts'
import { ReadFailed } from '../shell/ReadFailed.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { Loading, SkeletonRows } from '../ui/Skeleton.tsx'
import { useSession } from './reads.ts'
import { useDeskWords } from './words.ts'

type Props = { driverId: string; session: PastSession }

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
    return query.isError ? (
      <ReadFailed title={words.sessionFailed} query={query} />
    ) : (
      <Loading>
        <SkeletonRows count={5} />
      </Loading>
    )
  const session = query.data
  const at = (instant: string) => dayTimeText(instant, session.TimeZone, language)
  const pairs: [string, string][] = [
    [words.sessions, session.SessionId],
    [words.state, words.statuses[session.Status]],
    [words.plate, `${session.Vehicle.PlateNumber}, ${session.Vehicle.PlateState}`],
    [words.from, at(session.StartedAt)],
    [words.until, at(session.EndedAt ?? session.EndsAt)],
    [words.paid, moneyText(session.AmountPaid)],
    ...(session.Refunded > 0 ? [[words.acts.refunded!, moneyText(session.Refunded)] as [string, string]] : []),
  ]
  return (
    <>
      <dl className="desk__facts">
        {pairs.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="t-h3 desk__part-title">{words.timeLine}</h3>
      <TimeLine session={session} />
    </>
  )
}
