// The session that a message is about: its sign, place, and start. A link, or a button where it opens something beside.
import type { AboutSession } from '@parkit/contract/support/chat'
import { Link } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { dayTimeText } from '#platform/text.ts'
import { Sign } from '#ui/Sign.tsx'

type Props = { session: AboutSession; to?: string; onClick?: () => void }

export function SessionTag({ session, to, onClick }: Props) {
  const language = useLanguage()
  const inside = (
    <>
      <Sign zone={session.ZoneNumber} />
      <span className="grow">
        <span className="row__t">{session.Name}</span>
        <span className="row__s">{dayTimeText(session.StartedAt, session.TimeZone, language)}</span>
      </span>
    </>
  )
  if (to)
    return (
      <Link to={to} className="about">
        {inside}
      </Link>
    )
  if (onClick)
    return (
      <button type="button" className="about" onClick={onClick}>
        {inside}
      </button>
    )
  return <div className="about">{inside}</div>
}
