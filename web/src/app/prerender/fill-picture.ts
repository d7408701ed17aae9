// What the first picture leaves blank, filled in before it is painted: the driver's name, the date, and what this device has cached.
import { moneyText } from '@parkit/contract/platform/money'
import { dayPartAt, greetingText, todayText } from '#parking/home/home.ts'
import {
  addressLines,
  findCachedActive,
  findWantedReceipt,
  leftParts,
  leftSeconds,
  runningAt,
} from '#parking/sessions/sessions.ts'
import { now } from '#platform/clock.ts'
import type { LanguageCode } from '#platform/language.tsx'
import { readCache } from '#platform/local-cache.ts'
import { session } from '#platform/session.ts'
import { timeText } from '#platform/text.ts'

/** The picture was drawn for any driver and any time of day. */
export function fillGreeting(picture: HTMLElement): void {
  const hello = picture.querySelector<HTMLElement>('[data-morning]')
  const today = picture.querySelector<HTMLElement>('[data-today]')
  if (!hello || !today) return
  hello.textContent = greetingText(hello.dataset[dayPartAt(now())] ?? '', session.user()?.FirstName ?? '')
  const { weekdays = '', months = '', today: form = '' } = today.dataset
  today.textContent = todayText(now(), { weekdays, months, today: form })
}

export function fillCached(picture: HTMLElement): void {
  const place = (selector: string) => picture.querySelector<HTMLElement>(selector)
  const fill = (name: string, text: string) => {
    const element = place(`[data-known=${name}]`)
    if (element) element.textContent = text
  }
  if (readCache('located')) place('.find__line')?.remove()
  const cardsPx = readCache<number>('cardsPx')
  if (cardsPx) place('.saved__wait')?.style.setProperty('height', `${cardsPx}px`, 'important')
  const againPx = readCache<number>('againPx')
  const again = place('.again__wait')
  if (again && againPx) {
    again.hidden = false
    again.style.height = `${againPx}px`
  }
  const balance = readCache<{ Balance: number }>('balance')?.Balance
  if (balance !== undefined) fill('balance', moneyText(balance))
  const receipt = place('.receipt') && findWantedReceipt(new URLSearchParams(location.search).get('session'))
  if (!receipt) return
  const [street = '', city = ''] = addressLines(receipt.Address)
  fill('name', receipt.Name)
  fill('street', street)
  fill('city', city)
  fill('paid', moneyText(receipt.AmountPaid))
  fill('session', receipt.SessionId.slice(0, -5))
  fill('sessionEnd', receipt.SessionId.slice(-5))
}

const daySeconds = 86_400

/** The running session on Home: its time left is shown before the app runs. */
export function fillRunning(picture: HTMLElement): void {
  const ahead = picture.querySelector<HTMLTemplateElement>('template[data-running]')
  const nowMs = now()
  const [session, ...others] = runningAt(findCachedActive() ?? [], nowMs)
  // several sessions need more room than the picture has, and an end on another day more words
  if (!ahead || !session || others.length > 0 || leftSeconds(session, nowMs) >= daySeconds) return
  const card = document.importNode(ahead.content, true)
  const all = (selector: string) => [...card.querySelectorAll<HTMLElement>(selector)]
  const fill = (selector: string, ...texts: string[]) =>
    all(selector).forEach((element, i) => {
      element.textContent = texts[i] ?? ''
    })

  const language = document.documentElement.lang as LanguageCode
  const time = (at: string | number) => timeText(at, session.TimeZone, language)
  const middle = (Date.parse(session.StartedAt) + Date.parse(session.EndsAt)) / 2
  fill('[data-known=zone]', session.ZoneNumber)
  fill('[data-known=name]', session.Name)
  for (const ends of all('[data-known=ends]'))
    ends.textContent = (ends.textContent ?? '').replace('{time}', time(session.EndsAt))
  fill('.bay-marks span', time(session.StartedAt), time(middle).replace(/ [AP]M$/, ''), time(session.EndsAt))

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
