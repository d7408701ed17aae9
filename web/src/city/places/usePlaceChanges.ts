// While a screen with places is shown, it follows what the city publishes; the code for that comes after the screen.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** after what the driver waits for */
const settledMs = 2_000

export function usePlaceChanges(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let isLeft = false
    let end: (() => void) | undefined
    const start = () => {
      import('./place-changes.ts')
        .then(({ followPlaces }) => {
          if (!isLeft) end = followPlaces(queries)
        })
        // offline: places are read again each minute
        .catch(() => undefined)
    }
    const timer = setTimeout(start, settledMs)
    return () => {
      isLeft = true
      clearTimeout(timer)
      end?.()
    }
  }, [queries])
}
