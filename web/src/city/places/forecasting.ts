// What the bars of a forecast show: the coming hours, which are busy, and when it is fullest.

import type { forecast } from '@parkit/contract/city/places'
import type { Answer } from '@parkit/contract/platform/call'

type Hour = Answer<typeof forecast>['Hours'][number]
export type Bar = Hour & { now: boolean; busy: boolean }

/** As many hours as a phone shows with room to read. */
const shownHours = 15
/** Over this share of its spaces a place is busy. */
const busyShare = 0.8

export const barsOf = (hours: readonly Hour[]): Bar[] =>
  hours.slice(0, shownHours).map((hour, i) => ({ ...hour, now: i === 0, busy: hour.Taken > busyShare }))

/** The fullest of the coming hours; none where nothing is known. */
export const fullest = (bars: readonly Bar[]): Bar | undefined =>
  bars.reduce<Bar | undefined>((most, bar) => (most === undefined || bar.Taken > most.Taken ? bar : most), undefined)
