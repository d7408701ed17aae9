// Coming in and going out: the session, the address, the driver's own settings and what was read change as one.
import type { token } from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { navigate } from './address.tsx'
import { firstPath } from './next.ts'
import { forget, session, signIn } from './session.ts'
import { followMember } from './settings.ts'

/** One drawing for the session and the address, else a guard would judge the new session at the old address. */
export const flushUpdates = (change: () => void): void => flushSync(change)

/** Signs in and goes on: to `path`, or where `wanted` and the vehicle say. */
export function useSignIn() {
  const queries = useQueryClient()
  return async (answer: Answer<typeof token>, wanted: string | null, path?: string) => {
    queries.clear()
    await followMember(answer.p_user_id)
    flushUpdates(() => {
      signIn(answer)
      navigate(path ?? firstPath(wanted, answer.is_vehicle === 'true'), { replace: true })
    })
  }
}

/** Forgets the driver on this device and goes to `path`; absent: to the landing he came by. */
export function useSignOut() {
  const queries = useQueryClient()
  return (path?: string) => {
    const landing = `/${session.landing()}`
    queries.clear()
    flushUpdates(() => {
      forget()
      navigate(path ?? landing, { replace: true })
    })
    void followMember(null)
  }
}
