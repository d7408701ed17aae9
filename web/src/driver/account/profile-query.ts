// The query of the driver's own profile.
import { profile } from '@parkit/contract/driver/account'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'

export const profileKey = ['account.profile']

/** Disabled for a guest, who has no profile (D-52). */
export const useProfile = () => {
  const enabled = useSession().isSignedIn()
  return useQuery({
    enabled,
    queryKey: profileKey,
    queryFn: ({ signal }) => send(profile, {}, signal),
  })
}
