// Beside every screen: the rail's foot, the place of the focus, the offline notice, the offer of a new version, and the results of presses made while offline.

import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { AttemptResults, useHasAttempts } from '#parking/attempts/attempts.ts'
import { useCachedReceipts, useSessionChanged } from '#parking/sessions/sessions.ts'
import { reportConnectivity, useIsOnline } from '#platform/connectivity.ts'
import { type LanguageCode, useLanguage, useWords, wordsNow } from '#platform/language.tsx'
import { toast } from '#ui/toast.ts'
import { keepFocus } from './focus-keeper.ts'
import { followVersions } from './new-version.ts'
import { en } from './words.en.ts'

/** For the moment the driver puts ParkIt on the home screen. */
function linkManifest(language: LanguageCode): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const path = language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`
  if (link && link.getAttribute('href') !== path) link.href = path
}

const RailFoot = lazy<ComponentType>(() => import('./RailFoot.tsx').catch(() => ({ default: () => null })))

const healthCheckMs = 10_000

let following = false
const follow = () => {
  if (following || !import.meta.env.PROD) return
  following = true
  followVersions(take => {
    const words = wordsNow('app/frame/words', en)
    toast.info(words.newVersion, { id: 'new-version', stays: true, action: { label: words.reload, onClick: take } })
  }).catch(() => undefined)
}

export default function AppStatus() {
  const words = useWords('app/frame/words', en)
  const isOnline = useIsOnline()
  const queries = useQueryClient()
  const language = useLanguage()
  useEffect(keepFocus, [])
  useEffect(follow, [])
  useEffect(() => linkManifest(language), [language])
  useCachedReceipts()
  const hasAttempts = useHasAttempts()
  const onSessionChange = useSessionChanged()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (isOnline) {
      if (wasOffline.current) queries.invalidateQueries()
      wasOffline.current = false
      return
    }
    wasOffline.current = true
    // a browser does not tell when a server can be reached again
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (answer?.ok) reportConnectivity(true)
    }, healthCheckMs)
    return () => clearInterval(timer)
  }, [isOnline, queries])
  return (
    <>
      <Suspense>
        <RailFoot />
      </Suspense>
      <div className="no-signal" role="status">
        {!isOnline && words.noSignal}
      </div>
      {hasAttempts && (
        <Suspense>
          <AttemptResults onSessionChange={onSessionChange} />
        </Suspense>
      )}
    </>
  )
}
