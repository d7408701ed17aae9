// What the driver has answered: zones for as long as the app is open, plates for as long as he is signed in on this device.
import { readCache, writeCache } from '#platform/local-cache.ts'

const zones = new Set<string>()

/** He is in this zone: by his word, or by its sign that was scanned. */
export const answerPlace = (zone: string): void => void zones.add(zone)
export const isPlaceAnswered = (zone: string): boolean => zones.has(zone)

const platesName = 'plates'
const mostPlates = 50

/** One plate, or two that were told apart. */
type Plate = { plate: string; state: string }
const keyOf = (plates: readonly Plate[]): string =>
  plates
    .map(({ plate, state }) => `${state} ${plate.toUpperCase()}`)
    .sort()
    .join('|')
const answered = () => readCache<string[]>(platesName) ?? []

export const isPlateAnswered = (...plates: Plate[]): boolean => answered().includes(keyOf(plates))
export const answerPlate = (...plates: Plate[]): void => {
  const key = keyOf(plates)
  writeCache(platesName, [key, ...answered().filter(other => other !== key)].slice(0, mostPlates))
}
