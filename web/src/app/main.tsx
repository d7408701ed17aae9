// Starts the web app: what the device remembers, then the screens.
import { ErrorBoundary, en } from '#app/frame/frame.ts'
import '../ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { applyGuestParam, replayInteractions, restoreLanguage } from '#app/prerender/replay.ts'
import { loadScreens, preloadFirst, SiteMap, settleAddress } from '#app/routes.tsx'
import { navigate, watchAddress } from '#platform/address.tsx'
import { later } from '#platform/chunk.ts'
import { CallError, whenDeviceIsChecked, whenUnauthorized } from '#platform/client.ts'
import { findCookieSettings, watchFirstViewCookie } from '#platform/first-view-cookie.ts'
import { showChosenLanguage, watchLanguage, wordsNow } from '#platform/language.tsx'
import { setPendingWorkCounters } from '#platform/pending-work.ts'
import { session } from '#platform/session.ts'
import { beginWith, onSettings, restoreSettings } from '#platform/settings.ts'
import { watchTheme } from '#platform/theme.ts'
import { toast } from '#ui/toast.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // offline, a query fails at once, so that cached data is shown
      networkMode: 'always',
      // a refusal is not retried; a lost answer is, twice
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500),
    },
    // nothing is sent later by itself that was pressed while offline
    mutations: { networkMode: 'always' },
  },
})

setPendingWorkCounters(() => import('#app/pending-work-counters.ts'))

whenUnauthorized(() => {
  queries.clear()
  toast.error(wordsNow('app/frame/words', en).unauthorized)
  navigate('/')
})

whenDeviceIsChecked(() => toast.info(wordsNow('app/frame/words', en).checkingDevice))

applyGuestParam()
// marked before the first paint (prerender/start.ts)
if (document.documentElement.dataset.assist) void import('../ui/assist.css')
settleAddress()
watchAddress()
const settings = findCookieSettings()
// the cookie is written with the choice itself, so nothing stored is newer; only without it must the screens wait
if (settings) beginWith(settings, session.memberId())
else await restoreSettings(session.memberId())
const showLanguage = () =>
  showChosenLanguage(async language =>
    language === 'hi' ? (await import('./hindi.ts')).hindi : (await import('./spanish.ts')).spanish,
  )
onSettings(showLanguage)
await showLanguage()
watchLanguage()
watchTheme()
watchFirstViewCookie()

const root = document.getElementById('root')!
if (root.hasChildNodes()) {
  // the screen itself shows what failed
  await preloadFirst().catch(() => undefined)
  restoreLanguage(root)
}

/** Rendered after the screens: replays once they are in the picture's place. */
function Replay() {
  const [finish] = useState(() => replayInteractions(root))
  useLayoutEffect(() => void finish(), [finish])
  return null
}

const app = (
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <SiteMap />
        <Replay />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>
)
// a transition: the first picture stays until the whole screen is rendered, and input is handled in between
startTransition(() => createRoot(root).render(app))
// offline it may not load: the screen that needs it says so
later(loadScreens)().catch(() => undefined)
