// Reads places again when the server says that rates, closures, or places have changed, as long as the page is visible.
import { changes } from '@parkit/contract/city/place-changes'
import type { QueryClient } from '@tanstack/react-query'
import { savesData } from '#platform/data-saver.ts'
import { follow, followEvents } from '#platform/events.ts'

/** A browser opens six connections to a server for all its tabs, so a hidden tab closes its own after this long. */
const hiddenMs = 10_000
/** All phones hear it at once; their questions are spread over this long. */
const mostDelayMs = 1_500

/** Returns what ends it. Nothing is followed where data is to be saved: then each screen reads again every minute. */
export function followPlaces(queries: QueryClient): () => void {
  if (savesData()) return () => undefined
  let close: (() => void) | undefined
  let wasOpen = false
  let readTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined

  const read = () => {
    readTimer = undefined
    void queries.invalidateQueries({
      predicate: ({ queryKey: [what, , where] }) =>
        /^places\.(zone|find|map|rules)$/.test(String(what)) || (what === 'parking.quote' && where === 'sign'),
    })
  }
  const readSoon = () => {
    readTimer ??= setTimeout(read, Math.random() * mostDelayMs)
  }
  const open = () =>
    followEvents({
      open: signal => follow(changes, {}, signal),
      onEvent: ({ event }) => event === 'places' && readSoon(),
      onState: isLive => {
        // what was told in between is not repeated
        if (isLive && wasOpen) readSoon()
        wasOpen ||= isLive
      },
    })
  const end = () => {
    close?.()
    close = undefined
  }
  const update = () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(end, hiddenMs)
    else close ??= open()
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    clearTimeout(hiddenTimer)
    clearTimeout(readTimer)
    end()
  }
}
