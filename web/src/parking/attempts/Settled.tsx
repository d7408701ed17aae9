// Says what came of a press on whichever screen is open, and how many still wait on the app's own sign.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSessionChanged } from '#parking/sessions/reads.ts'
import { navigate } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { toast } from '#ui/toast.ts'
import { type Attempt, isOpen } from './attempt.ts'
import { markHeard, useAttempts } from './attempts.ts'
import { namedOutcome } from './outcome.ts'
import { useOfflineWords } from './words.ts'

const toastOf = ({ id, state }: Attempt) => `${id} ${state}`

export default function Settled() {
  const words = useOfflineWords()
  const language = useLanguage()
  const changed = useSessionChanged()
  const queries = useQueryClient()
  const attempts = useAttempts()
  /** what was said, by its toast */
  const said = useRef(new Set<string>())
  const tell = useEffectEvent((attempt: Attempt) => {
    const { state, session } = attempt
    if (!markHeard(attempt)) return
    if (session) void changed(session)
    else if (state === 'no') queries.invalidateQueries({ queryKey: ['parking.active'] })
    const say = state === 'yes' ? toast.success : state === 'no' ? toast.error : toast.info
    const action = { label: state === 'asks' ? words.answer : words.view, onClick: () => navigate('/attempts') }
    said.current.add(toastOf(attempt))
    say(namedOutcome(attempt, words, language), { id: toastOf(attempt), action, stays: true })
  })
  useEffect(() => {
    // what was answered elsewhere, or is of a driver who has left, goes
    for (const id of said.current)
      if (!attempts.some(attempt => toastOf(attempt) === id)) {
        said.current.delete(id)
        toast.dismiss(id)
      }
    for (const attempt of attempts)
      if (/^(asks|yes|no)$/.test(attempt.state) && attempt.heard !== attempt.state) tell(attempt)
  }, [attempts])
  const waiting = attempts.filter(isOpen).length
  useEffect(() => {
    // the one number a phone shows on the app's own sign
    if (waiting > 0) navigator.setAppBadge?.(waiting).catch(() => undefined)
    else navigator.clearAppBadge?.().catch(() => undefined)
  }, [waiting])
  return null
}
