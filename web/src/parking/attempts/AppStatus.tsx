// Beside every screen: that there is no signal, and that a new version waits.
import './offline.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { en } from '#app/frame/words.en.ts'
import { hi } from '#app/frame/words.hi.ts'
import { useKeepReceipts } from '#parking/sessions/reads.ts'
import { reportConnectivity, useIsOnline } from '#platform/connectivity.ts'
import { useLanguage, useWords, wordsNow } from '#platform/language.tsx'
import { toast } from '#ui/toast.ts'
import { useAnyAttempts } from './any.ts'
import { linkManifest } from './manifest-link.ts'
import { followVersions } from './new-version.ts'

const Settled = lazy<ComponentType>(() => import('./Settled.tsx').catch(() => ({ default: () => null })))

const askAgainMs = 10_000

let following = false
const follow = () => {
  if (following || !import.meta.env.PROD) return
  following = true
  followVersions(take => {
    const words = wordsNow({ en, hi })
    toast.info(words.newVersion, { id: 'new-version', stays: true, action: { label: words.reload, onClick: take } })
  }).catch(() => undefined)
}

export default function AppStatus() {
  const words = useWords({ en, hi })
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const language = useLanguage()
  useEffect(follow, [])
  useEffect(() => linkManifest(language), [language])
  useKeepReceipts()
  const tried = useAnyAttempts()
  const missed = useRef(false)
  useEffect(() => {
    if (isOnline) {
      if (missed.current) queries.invalidateQueries()
      missed.current = false
      return
    }
    missed.current = true
    // the browser does not say when a server is back
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (answer?.ok) reportConnectivity(true)
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [isOnline, queries])
  return (
    <>
      <div className="no-signal" role="status">
        {!isOnline && words.noSignal}
      </div>
      {tried && (
        <Suspense>
          <Settled />
        </Suspense>
      )}
    </>
  )
}
