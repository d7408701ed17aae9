// The wallet's balance, with the last one cached on this device.
import { details } from '@parkit/contract/driver/account'
import type { Answer } from '@parkit/contract/platform/call'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { readCache, useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'

export const detailsKey = ['account.details']

export const useDetails = () =>
  useQuery({
    refetchOnReconnect: 'always',
    queryKey: detailsKey,
    queryFn: async ({ signal }) => writeCache('balance', await send(details, {}, signal)),
    // until the server has answered, as Home shows it too
    placeholderData: () => readCache<Answer<typeof details>>('balance'),
    enabled: useSession().isSignedIn(),
  })

/** The same on screens that show the last balance while offline. */
export const useBalance = () =>
  useCachedQuery<Answer<typeof details>>('balance', {
    refetchOnReconnect: 'always',
    queryKey: detailsKey,
    queryFn: async ({ signal }) => writeCache('balance', await send(details, {}, signal)),
    enabled: useSession().isSignedIn(),
  })
