// Whether a media query holds now, for layouts that differ in more than style.
import { useSyncExternalStore } from 'react'

export function useMatches(query: string): boolean {
  const matches = () => matchMedia(query).matches
  return useSyncExternalStore(
    listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    matches,
    matches,
  )
}
