// The device's settings that make ParkIt easier to use, and turning them on and off.
import { type Assist, assistKey, hasAssist } from './assist.ts'

/** In the order they are offered. */
export const assists: readonly Assist[] = ['plain', 'motor', 'large', 'less']

export function setAssist(assist: Assist, on: boolean): void {
  const next = assists.filter(one => (one === assist ? on : hasAssist(one))).join(' ')
  document.documentElement.dataset.assist = next
  localStorage.setItem(assistKey, next)
}
