// Whether a media query holds now, for layouts that differ in more than style.
import { useStore } from './store.ts'

export function useMediaQuery(query: string): boolean {
  return useStore({
    get: () => matchMedia(query).matches,
    subscribe: listener => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  })
}
