// What the account screens read: the driver's own record.
import { profile } from '@parkit/contract/driver/account'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'

export const profileKey = ['account.profile']

/** A guest has none: nothing is asked for him (D-52). */
export const useProfile = () => {
  const enabled = useSession().isSignedIn()
  return useQuery({
    enabled,
    queryKey: profileKey,
    queryFn: ({ signal }) => send(profile, {}, signal),
  })
}
