// A usual stay as text, and as the path to its start sheet.

import type { UsualStay } from '@parkit/contract/parking/usual'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useLanguage } from '#platform/language.tsx'
import { durationText } from '#platform/text.ts'
import { aboutText } from './park-again.ts'
import { useHomeWords } from './words.ts'

export const stayPath = (stay: UsualStay): string =>
  `/SelectVehicle?zone=${zoneRef(stay)}&minutes=${stay.Minutes}&vehicle=${stay.VehicleId}`

/** `Weekdays about 9 AM, 2 hr`. */
export function useStayText(): (stay: UsualStay, minutes?: number) => string {
  const words = useHomeWords()
  const language = useLanguage()
  return ({ When, Minutes }, minutes = Minutes) =>
    `${When ? words.usually[When.Days](aboutText(When.Minute)) : words.lastTime}, ${durationText(minutes, language)}`
}
