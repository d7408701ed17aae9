// Auto start on arrival: a question, never a session by itself. Loaded only for drivers who switched it on.
import { lazy, Suspense } from 'react'
import { useProfile } from '#driver/account/account.ts'

const ArrivalDialog = lazy(() => import('./ArrivalDialog.tsx'))

export default function ArrivalQuestion() {
  if (!useProfile().data?.AutoStart) return null
  return (
    <Suspense>
      <ArrivalDialog />
    </Suspense>
  )
}
