// The clock of a running session, with its announcements for screen readers, and the other running sessions.
import type { Session } from '@parkit/contract/parking/sessions'
import { useState } from 'react'
import { useNow } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useIsOnline } from '#platform/connectivity.ts'
import { useLanguage } from '#platform/language.tsx'
import { spokenText } from '#platform/spoken.ts'
import { spokenDuration } from '#platform/text.ts'
import { Facts, Section } from '#ui/Panel.tsx'
import { Plate } from '#ui/Plate.tsx'
import { Ring, ringState } from '#ui/Ring.tsx'
import { List, Row } from '#ui/Row.tsx'
import { Sign } from '#ui/Sign.tsx'
import { announcedMark, leftSeconds, leftText, timerText, totalMinutes } from './session-text.ts'
import { useParkingWords } from './words.ts'

export function Clock({ session }: { session: Session }) {
  const words = useParkingWords()
  const language = useLanguage()
  const isOnline = useIsOnline()
  const nowMs = useNow()
  const left = leftSeconds(session, nowMs)
  const ends = stayEndText(session.EndsAt, session.TimeZone, language, nowMs)
  const above = { running: words.timeLeft, soon: words.endsSoon, over: words.timeIsUp }[ringState(left)]
  const mark = announcedMark(left)
  // reached before the screen opened: the ring says how much is left
  const [oldMark, setOldMark] = useState(mark)
  if (mark === undefined && oldMark !== undefined) setOldMark(undefined)
  return (
    <>
      <Ring
        totalMinutes={totalMinutes(session)}
        leftSeconds={left}
        above={above}
        timer={timerText(left)}
        below={words.ends(ends)}
        label={
          left > 0 ? spokenText(words.timeLeftLabel(leftText(left, language), ends), language) : words.overLabel(ends)
        }
      />
      <p className="sr-only" aria-live="polite">
        {mark === undefined || mark === oldMark
          ? ''
          : mark === 0
            ? words.timeIsUp
            : words.announcedLeft(spokenDuration(mark, language))}
      </p>
      {!isOnline && (
        <p className="t-sm t-2" role="status" data-offline>
          {words.offlineRight}
        </p>
      )}
      <div className="dash__signs">
        <Sign zone={session.ZoneNumber} size="md" live />
        <Plate plate={session.Vehicle.PlateNumber} state={session.Vehicle.PlateState} size="md" />
      </div>
    </>
  )
}

export function AlsoRunning({ sessions }: { sessions: Session[] }) {
  const words = useParkingWords()
  const language = useLanguage()
  const nowMs = useNow()
  if (sessions.length === 0) return null
  return (
    <Section title={words.alsoRunning}>
      <List label={words.alsoRunning}>
        {sessions.map(session => (
          <Row
            key={session.SessionId}
            lead={<Sign zone={session.ZoneNumber} live />}
            title={<span lang="en">{session.Name}</span>}
            sub={
              <Facts
                items={[
                  session.Vehicle.PlateNumber,
                  words.ends(stayEndText(session.EndsAt, session.TimeZone, language, nowMs)),
                ]}
              />
            }
            value={timerText(leftSeconds(session, nowMs))}
            to={`/dashboard?session=${session.SessionId}`}
          />
        ))}
      </List>
    </Section>
  )
}
