// The driver's usual stays, cached on this device, so that Home offers one at once; as text, and as the path to start one.
import { type UsualStay, usual } from '@parkit/contract/parking/usual'
import { useBaseWords } from '#parking/sessions/sessions.ts'
import { send } from '#platform/client.ts'
import { useLanguage } from '#platform/language.tsx'
import { useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import { durationText } from '#platform/text.ts'
import { aboutText } from './park-again.ts'

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

export const stayPath = ({ ZoneNumber, Minutes, VehicleId }: UsualStay): string =>
  `/SelectVehicle?zone=${ZoneNumber}&minutes=${Minutes}&vehicle=${VehicleId}`

/** `Weekdays about 9 AM, 2 hr`. */
export function useStayText(): (stay: UsualStay, minutes?: number) => string {
  const words = useBaseWords()
  const language = useLanguage()
  return ({ When, Minutes }, minutes = Minutes) =>
    `${When ? words.usually[When.Days](aboutText(When.Minute)) : words.lastTime}, ${durationText(minutes, language)}`
}
