// Beside every screen: that there is no signal, and that a new version waits.
import './offline.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useKeepReceipts } from '../parking/reads.ts'
import { wordsNow } from '../platform/language.tsx'
import { hearReach, useReached } from '../platform/reach.ts'
import { toast } from '../ui/toast.ts'
import { followVersions } from './new-version.ts'
import { en } from './words.en.ts'
import { hi } from './words.hi.ts'
import { useOfflineWords } from './words.ts'

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
  useEffect(follow, [])
  useKeepReceipts()
  useEffect(() => {
    if (reached) return
    // the browser does not say when a server is back
    const timer = setInterval(async () => {
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
      if (!answer?.ok) return
      hearReach(true)
      queries.invalidateQueries()
    }, askAgainMs)
    return () => clearInterval(timer)
  }, [reached, queries])
  return (
    <aside className="no-signal" role="status">
      {!reached && words.noSignal}
    </aside>
  )
}
