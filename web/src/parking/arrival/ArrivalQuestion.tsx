// Auto start on arrival: a question, never a session by itself. Its code comes only for who switched it on.
import { lazy, Suspense } from 'react'
import { useProfile } from '#driver/account/reads.ts'

const Asking = lazy(() => import('./Asking.tsx'))

export default function ArrivalQuestion() {
  if (!useProfile().data?.AutoStart) return null
  return (
    <Suspense>
      <Asking />
    </Suspense>
  )
}
