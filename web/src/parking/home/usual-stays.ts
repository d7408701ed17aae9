// The driver's usual stays, cached on this device, so that Home offers one at once.
import { type UsualStay, usual } from '@parkit/contract/parking/usual'
import { send } from '#platform/client.ts'
import { useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'

export const usualKey = ['parking.usual']
const staleMs = 10 * 60_000

export const cacheUsual = (stays: UsualStay[]): UsualStay[] => writeCache('usual', stays)

export const useUsualStays = () =>
  useCachedQuery<UsualStay[]>('usual', {
    queryKey: usualKey,
    queryFn: async ({ signal }) => cacheUsual((await send(usual, {}, signal)).Items),
    staleTime: staleMs,
    enabled: useSession().isSignedIn(),
  })
