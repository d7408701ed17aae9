// What keeps the time left in sight outside the app: a notification, a calendar entry, and a link for somebody else.
import './countdown.css'
import type { Session } from '@parkit/contract/parking/sessions'
import { CalendarCheck, CalendarPlus, Timer } from 'lucide-react'
import {
  canCountDown,
  useCountdown,
  useDevice,
  useNoticeWords,
  useReminderMinutes,
} from '#messaging/notices/notices.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { saveFile } from '#platform/save-file.ts'
import { List, Row } from '#ui/Row.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { calendarEntry } from './calendar-entry.ts'
import { rememberInCalendar, useCalendarState } from './calendar-mark.ts'
import { SharePart } from './SharePart.tsx'
import { useCountdownWords } from './words.ts'

type Props = { open: boolean; session: Session; onClose: () => void }

export default function CountdownSheet({ open, session, onClose }: Props) {
  const words = useCountdownWords()
  return (
    <Sheet open={open} onClose={onClose} title={words.title} wide="drawer">
      <List>
        {canCountDown() && <CountdownToggle />}
        <CalendarRow session={session} />
      </List>
      <SharePart session={session} />
    </Sheet>
  )
}

function CountdownToggle() {
  const words = useNoticeWords()
  const { data: state = 'off' } = useDevice()
  const { isOn, isPending, turn } = useCountdown()
  const can = state === 'on' || state === 'off'
  if (state === 'unsupported') return null
  return (
    <ToggleRow
      icon={<Timer size={24} />}
      label={words.countdown}
      sub={can ? words.countdownText : words.deviceStates[state]}
      checked={isOn}
      disabled={!can || isPending}
      onChange={event => turn(event.target.checked)}
    />
  )
}

function CalendarRow({ session }: { session: Session }) {
  const words = useCountdownWords()
  const language = useLanguage()
  const state = useCalendarState(session)
  const alarmMinutes = useReminderMinutes()
  const add = () => {
    const nowMs = now()
    const title = words.ends(session.Name)
    const ends = stayEndText(session.EndsAt, session.TimeZone, language, nowMs)
    const texts = { title, description: words.entry(ends, session.Vehicle.PlateNumber), alarm: title, alarmMinutes }
    const entry = calendarEntry(session, texts, window.location.origin, nowMs)
    saveFile(new Blob([entry], { type: 'text/calendar;charset=utf-8' }), `ParkIt-${session.SessionId}.ics`)
    rememberInCalendar(session)
  }
  return (
    <Row
      icon={state === 'added' ? <CalendarCheck size={24} /> : <CalendarPlus size={24} />}
      title={state === 'old' ? words.calendarUpdate : words.calendar}
      sub={{ none: words.calendarText(...alarmMinutes), old: words.calendarOld, added: words.calendarAdded }[state]}
      onClick={add}
    />
  )
}
