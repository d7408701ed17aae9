// Starts the web app: what the device remembers, then the screens.
import '../ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#app/frame/ErrorView.tsx'
import { en } from '#app/frame/words.en.ts'
import { hi } from '#app/frame/words.hi.ts'
import { preloadFirst, SiteMap, settleAddress } from '#app/routes.tsx'
import { navigate, watchAddress } from '#platform/address.tsx'
import { CallError, whenUnauthorized } from '#platform/client.ts'
import { carryOver, finishEarlyWay, takeOver } from '#platform/early.ts'
import { findCookieSettings, watchFirstViewCookie } from '#platform/first-view-cookie.ts'
import { watchLanguage, wordsNow } from '#platform/language.tsx'
import { session } from '#platform/session.ts'
import { beginWith, restoreSettings } from '#platform/settings.ts'
import { watchTheme } from '#platform/theme.ts'
import { setUnsentCounters } from '#platform/unsent.ts'
import { toast } from '#ui/toast.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // without a signal an answer fails at once, so that what is kept on the device is shown
      networkMode: 'always',
      // a clear answer is not asked for again; a lost one is, twice
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500),
    },
    // nor is anything sent later, by itself, that a driver pressed without one
    mutations: { networkMode: 'always' },
  },
})

setUnsentCounters({
  messages: async memberId => (await import('#support/chat/outbox.ts')).countUnsent(memberId),
  presses: async memberId => (await import('#parking/attempts/attempt-queue.ts')).countOpenAttempts(memberId),
})

whenUnauthorized(() => {
  queries.clear()
  toast.error(wordsNow({ en, hi }).unauthorized)
  navigate('/')
})

finishEarlyWay()
settleAddress()
watchAddress()
const shown = findCookieSettings()
// the cookie is written with the choice itself, so nothing kept is newer; only where it is gone must the screens wait
if (shown) beginWith(shown, session.memberId())
else await restoreSettings(session.memberId())
watchLanguage()
watchTheme()
watchFirstViewCookie()

const root = document.getElementById('root')!
if (root.hasChildNodes()) {
  // what fails here is shown by the screen itself
  await preloadFirst().catch(() => undefined)
  carryOver(root)
}

/** Drawn after the screens, and heard once they stand in the picture's place. */
function TakeOver() {
  const [finish] = useState(() => takeOver(root))
  useLayoutEffect(() => void finish(), [finish])
  return null
}

const app = (
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <SiteMap />
        <TakeOver />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>
)
// the first picture stays until all of the screen is drawn, and a press in between is heard
startTransition(() => createRoot(root).render(app))
