// Beside every screen: that there is no signal, and that a new version waits.
import './offline.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useKeepReceipts, useSessionChanged } from '../parking/reads.ts'
import { navigate } from '../platform/address.tsx'
import { useLanguage, wordsNow } from '../platform/language.tsx'
import { hearReach, useReached } from '../platform/reach.ts'
import { toast } from '../ui/toast.ts'
import { type Attempt, isOpen } from './attempt.ts'
import { markHeard, useAttempts } from './attempts.ts'
import { linkManifest } from './manifest-link.ts'
import { followVersions } from './new-version.ts'
import { outcomeText } from './outcome.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'
import { useOfflineWords } from './words.ts'

/** What came of a press is said on whichever screen is open, and read anew. */
function useSettled(): void {
  const words = useOfflineWords()
  const language = useLanguage()
  const changed = useSessionChanged()
  const queries = useQueryClient()
  const attempts = useAttempts()
  const tell = useEffectEvent((attempt: Attempt) => {
    const { id, kind, state, session, zone } = attempt
    void markHeard(attempt)
    if (session) void changed(session)
    else if (state === 'no') queries.invalidateQueries({ queryKey: ['parking.active'] })
    const say = state === 'yes' ? toast.success : state === 'no' ? toast.error : toast.info
    const action = { label: state === 'asks' ? words.answer : words.view, onClick: () => navigate('/attempts') }
    say(`${words.kinds[kind]}, ${zone.number}: ${outcomeText(attempt, words, language)}`, { id, action, stays: true })
  })
  useEffect(() => {
    for (const attempt of attempts)
      if (/^(asks|yes|no)$/.test(attempt.state) && attempt.heard !== attempt.state) tell(attempt)
  }, [attempts])
  const waiting = attempts.filter(isOpen).length
  useEffect(() => {
    // the one number a phone shows on the app's own sign
    if (waiting > 0) navigator.setAppBadge?.(waiting).catch(() => undefined)
    else navigator.clearAppBadge?.().catch(() => undefined)
  }, [waiting])
}

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
  const words = useOfflineWords()
  const reached = useReached()
  const queries = useQueryClient()
  const language = useLanguage()
  useEffect(follow, [])
  useEffect(() => linkManifest(language), [language])
  useKeepReceipts()
  useSettled()
  const missed = useRef(false)
  useEffect(() => {
    if (reached) {
      if (missed.current) queries.invalidateQueries()
      missed.current = false
      return
    }
    missed.current = true
    // the browser does not say when a server is back
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (answer?.ok) hearReach(true)
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [reached, queries])
  return (
    <div className="no-signal" role="status">
      {!reached && words.noSignal}
    </div>
  )
}
