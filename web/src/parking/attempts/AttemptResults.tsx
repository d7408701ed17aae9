// Shows the result of an attempt on whichever screen is open, and the number that still wait on the app's badge.
import type { Session } from '@parkit/contract/parking/sessions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { navigate } from '#platform/address.tsx'
import { useLanguage } from '#platform/language.tsx'
import { toast } from '#ui/toast.ts'
import { type Attempt, isOpen } from './attempt.ts'
import { acknowledge, useAttempts } from './attempt-queue.ts'
import { namedOutcome } from './outcome.ts'
import { useOfflineWords } from './words.ts'

const toastOf = ({ id, state }: Attempt) => `${id} ${state}`

export type AttemptResultsProps = { onSessionChange: (session: Session) => Promise<void> }

export default function AttemptResults({ onSessionChange }: AttemptResultsProps) {
  const words = useOfflineWords()
  const language = useLanguage()
  const queries = useQueryClient()
  const attempts = useAttempts()
  const shownToasts = useRef(new Set<string>())
  const showResult = useEffectEvent((attempt: Attempt) => {
    const { state, session } = attempt
    if (!acknowledge(attempt)) return
    if (session) void onSessionChange(session)
    else if (state === 'rejected') queries.invalidateQueries({ queryKey: ['parking.active'] })
    const show = state === 'accepted' ? toast.success : state === 'rejected' ? toast.error : toast.info
    const label = state === 'needsConfirmation' ? words.answer : words.view
    shownToasts.current.add(toastOf(attempt))
    show(namedOutcome(attempt, words, language), {
      id: toastOf(attempt),
      action: { label, onClick: () => navigate('/attempts') },
      stays: true,
    })
  })
  useEffect(() => {
    // answered on another screen, or of a driver who has signed out
    for (const id of shownToasts.current)
      if (!attempts.some(attempt => toastOf(attempt) === id)) {
        shownToasts.current.delete(id)
        toast.dismiss(id)
      }
    for (const attempt of attempts)
      if (/^(needsConfirmation|accepted|rejected)$/.test(attempt.state) && attempt.acknowledged !== attempt.state)
        showResult(attempt)
  }, [attempts])
  const waiting = attempts.filter(isOpen).length
  useEffect(() => {
    if (waiting > 0) navigator.setAppBadge?.(waiting).catch(() => undefined)
    else navigator.clearAppBadge?.().catch(() => undefined)
  }, [waiting])
  return null
}
