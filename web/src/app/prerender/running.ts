// The running session in Home's first picture, from what the device keeps: the time left is there before the app is.

import { findCachedActive } from '#parking/sessions/session-queries.ts'
import { leftParts, leftSeconds, runningAt } from '#parking/sessions/session-text.ts'
import { now } from '#platform/clock.ts'
import type { LanguageCode } from '#platform/language.tsx'
import { timeText } from '#platform/text.ts'

const daySeconds = 86_400

export function sayRunning(picture: HTMLElement): void {
  const ahead = picture.querySelector<HTMLTemplateElement>('template[data-running]')
  const nowMs = now()
  const [session, ...others] = runningAt(findCachedActive() ?? [], nowMs)
  // several take more room than the picture keeps, and an end on another day more words
  if (!ahead || !session || others.length > 0 || leftSeconds(session, nowMs) >= daySeconds) return
  const card = document.importNode(ahead.content, true)
  const all = (selector: string) => [...card.querySelectorAll<HTMLElement>(selector)]
  const say = (selector: string, ...texts: string[]) =>
    all(selector).forEach((element, i) => {
      element.textContent = texts[i] ?? ''
    })

  const language = document.documentElement.lang as LanguageCode
  const time = (at: string | number) => timeText(at, session.TimeZone, language)
  const middle = (Date.parse(session.StartedAt) + Date.parse(session.EndsAt)) / 2
  say('[data-known=zone]', session.ZoneNumber)
  say('[data-known=name]', session.Name)
  for (const ends of all('[data-known=ends]'))
    ends.textContent = (ends.textContent ?? '').replace('{time}', time(session.EndsAt))
  say('.bay-marks span', time(session.StartedAt), time(middle).replace(/ [AP]M$/, ''), time(session.EndsAt))

  const [figures] = all('.figures')
  const { hour = '', hours = '', min = '' } = figures?.dataset ?? {}
  const [slot] = all('.figures > .nb')
  const parts = leftParts(leftSeconds(session, nowMs), { hour: count => (count === 1 ? hour : hours), min })
  slot?.replaceWith(
    ...parts.map(([figure, unit]) => {
      const part = slot.cloneNode(true) as HTMLElement
      part.querySelector('b')!.textContent = figure
      part.querySelector('small')!.textContent = unit
      return part
    }),
  )
  for (const way of card.querySelectorAll('a')) way.search = `?session=${session.SessionId}`
  ahead.previousElementSibling?.replaceWith(card)
}
