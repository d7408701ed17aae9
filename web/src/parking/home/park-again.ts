// Which of the driver's usual stays Home offers now: by the hour, by the place if it is known, else the last one.
import type { UsualStay } from '@parkit/contract/parking/usual'
import { metresBetween } from '#platform/distance.ts'
import { epochMs } from '#platform/text.ts'
import { zoneOffsetMs } from '#platform/zone-offset.ts'

type Spot = { latitude: number; longitude: number }

const dayMinutes = 1_440
/** a habit is offered from so long before its usual start to so long after it */
const aroundMinutes = 120
/** about as far as one walks from a car */
const nearMetres = 400

/** Epoch milliseconds as day and minute of the place's clock. */
function clockThere(timeZone: string, nowMs: number): { isWeekend: boolean; minute: number } {
  const there = new Date(epochMs(nowMs) + zoneOffsetMs(timeZone, nowMs))
  return { isWeekend: [0, 6].includes(there.getUTCDay()), minute: there.getUTCHours() * 60 + there.getUTCMinutes() }
}

function isUsualNow({ When, TimeZone }: UsualStay, nowMs: number): boolean {
  if (!When) return false
  const { isWeekend, minute } = clockThere(TimeZone, nowMs)
  const apart = Math.abs(minute - When.Minute)
  return isWeekend === (When.Days === 'weekends') && Math.min(apart, dayMinutes - apart) <= aroundMinutes
}

const isNear = ({ Latitude, Longitude }: UsualStay, spot: Spot): boolean =>
  metresBetween(spot, { latitude: Latitude, longitude: Longitude }) <= nearMetres

/** `stays` come strongest first, the last stay at their end; a car in `parked` is extended, not parked again. */
export function chooseStay(
  stays: readonly UsualStay[],
  nowMs: number,
  { spot, parked }: { spot: Spot | null; parked: ReadonlySet<string | null> },
): UsualStay | undefined {
  const free = stays.filter(({ VehicleId }) => !parked.has(VehicleId))
  const here = spot ? free.filter(stay => isNear(stay, spot)) : []
  const usual = (among: UsualStay[]) => among.find(stay => isUsualNow(stay, nowMs))
  return usual(here) ?? here[0] ?? usual(free) ?? free.find(({ When }) => When === null)
}

/** `9 AM`, `9:30 AM`: a habit is stated by the half hour. */
export function aboutText(minute: number): string {
  const half = (Math.round(minute / 30) * 30) % dayMinutes
  const hour = Math.floor(half / 60)
  return `${hour % 12 || 12}${half % 60 ? ':30' : ''} ${hour < 12 ? 'AM' : 'PM'}`
}
