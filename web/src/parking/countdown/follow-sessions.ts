// Keeps the notification and the badge right while a page is open, and leaves a badge that is not wrong when it goes.
import { nextRenewalMs, type Push } from '@parkit/contract/messaging/notices'
import type { Session } from '@parkit/contract/parking/sessions'
import { minuteMs } from '@parkit/contract/platform/time'
import type { QueryClient } from '@tanstack/react-query'
import { isCountingDown } from '#messaging/notices/notices.ts'
import { now, onTick } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { getLanguage } from '#platform/language.tsx'
import { onSession, session } from '#platform/session.ts'
import { durationText, timeText } from '#platform/text.ts'
import { countdownWords } from './words.ts'

const activeKey = 'parking.active'

/** Soonest end first; undefined while nothing is known. */
function findRunning(queries: QueryClient): Session[] | undefined {
  if (!session.isSignedIn()) return []
  return queries
    .getQueryData<Session[]>([activeKey])
    ?.filter(({ Status, EndsAt }) => Status === 'running' && Date.parse(EndsAt) > now())
    .sort((a, b) => Date.parse(a.EndsAt) - Date.parse(b.EndsAt))
}

const minutesLeft = (endsAtMs: number, atMs: number) => Math.floor((endsAtMs - atMs) / minuteMs)

export function pushOf({ SessionId, Name, EndsAt, TimeZone, Vehicle }: Session, nowMs: number): Push {
  const words = countdownWords()
  const language = getLanguage()
  const endsAtMs = Date.parse(EndsAt)
  return {
    Language: language,
    Title: words.parkedUntil(stayEndText(EndsAt, TimeZone, language, nowMs)),
    Body: words.leftAsOf(
      Name,
      timeText(nowMs, TimeZone, language),
      durationText(minutesLeft(endsAtMs, nowMs), language),
      Vehicle.PlateNumber,
    ),
    Tag: SessionId,
    Path: `/dashboard?session=${SessionId}`,
    Quiet: false,
    Extend: null,
    EndsAtMs: endsAtMs,
    RenewedAtMs: nextRenewalMs(endsAtMs, nowMs),
  }
}

/** `atMs`: the minutes that are left then. A dot in the last minute. */
async function setBadge(running: Session[], atMs: number): Promise<void> {
  const [soonest] = running
  if (!soonest) return navigator.clearAppBadge?.()
  const minutes = minutesLeft(Date.parse(soonest.EndsAt), atMs)
  return navigator.setAppBadge?.(...(minutes > 0 ? [minutes] : []))
}

/** The worker shows what runs, and removes every other countdown. */
async function tellWorker(running: Push[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/')
  registration?.active?.postMessage({ running })
}

/** No browser that shows badges is asked for more than it can: a refusal changes nothing. */
const quietly = (work: Promise<unknown>): void => void work.catch(() => undefined)

let isFollowing = false

export function followSessions(queries: QueryClient): void {
  if (isFollowing) return
  isFollowing = true
  let shown = ''
  const update = () => {
    const running = findRunning(queries)
    if (!running) return
    const isCounting = isCountingDown()
    const nowMs = now()
    quietly(setBadge(running, nowMs))
    const pushes = isCounting ? running.map(one => pushOf(one, nowMs)) : []
    const state = JSON.stringify(pushes)
    if (state !== shown) quietly(tellWorker(pushes))
    shown = state
  }
  /** A phone stops the page: pushes renew the badge, or nothing does, and then there is none. */
  const leave = () => {
    const [soonest] = findRunning(queries) ?? []
    const isRenewed = soonest && isCountingDown()
    quietly(setBadge(isRenewed ? [soonest] : [], isRenewed ? nextRenewalMs(Date.parse(soonest.EndsAt), now()) : 0))
  }
  const isPhone = matchMedia('(pointer: coarse)').matches
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') update()
    else if (isPhone) leave()
  })
  document.addEventListener('freeze', leave)
  window.addEventListener('pagehide', leave)
  onTick(minuteMs, update)
  onSession(update)
  queries.getQueryCache().subscribe(({ query, type }) => {
    const isSwitched = query.queryKey[0] === 'notices.countdown'
    if (type === 'updated' && (query.queryKey[0] === activeKey || isSwitched)) queueMicrotask(update)
  })
  update()
}
