// Above the composer: the session that a problem is reported with, what is often wrong, and the way back to an ordinary message.
import type { Session } from '@parkit/contract/parking/sessions'
import type { AboutSession } from '@parkit/contract/support/chat'
import { X } from 'lucide-react'
import { useSupportWords } from '#support/overview/overview.ts'
import { IconButton } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { SessionTag } from './SessionTag.tsx'

export const aboutOf = ({ SessionId, ZoneNumber, Name, StartedAt, TimeZone }: Session): AboutSession => ({
  SessionId,
  ZoneNumber,
  Name,
  StartedAt,
  TimeZone,
})

type Props = { session: Session; onReason: (text: string) => void; onLeave: () => void }

export function Problem({ session, onReason, onLeave }: Props) {
  const words = useSupportWords()
  return (
    <section className="problem" aria-label={words.problem}>
      <div className="problem__head">
        <h2 className="t-h3 grow">{words.problem}</h2>
        <IconButton label={words.problemLeave} icon={<X size={22} />} onClick={onLeave} />
      </div>
      <SessionTag session={aboutOf(session)} />
      <Chips label={words.problemWhat} scroll>
        {words.problems.map(text => (
          <Chip key={text} onClick={() => onReason(text)}>
            {text}
          </Chip>
        ))}
      </Chips>
    </section>
  )
}
