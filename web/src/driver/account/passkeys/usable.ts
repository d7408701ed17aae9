// Whether passkeys can be offered here: by this browser, and under this page's host name.
import { passkeyHost } from '@parkit/contract/driver/passkeys'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { canUsePasskeys } from './browser.ts'

/** Offered until the server's host name is known, which is this page's wherever ParkIt is set up as it is meant to be. */
export function useCanUsePasskeys(): boolean {
  const can = canUsePasskeys()
  const { data } = useQuery({
    enabled: can,
    queryKey: ['passkeys.host'],
    queryFn: ({ signal }) => send(passkeyHost, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return can && (data === undefined || data.Host === window.location.hostname)
}
