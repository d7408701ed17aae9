// The driver's saved places, cached on this device, and the name each goes by.
import { listSaved, type SavedPlace } from '@parkit/contract/city/saved'
import { send } from '#platform/client.ts'
import { useCachedQuery, writeCache } from '#platform/local-cache.ts'
import { useSession } from '#platform/session.ts'
import type { SavedWords } from './words.ts'

export const savedKey = ['places.saved']

export const cacheSaved = (places: SavedPlace[]): SavedPlace[] => writeCache('saved', places)

/** Home, Work, then the others; asks nothing for a guest. */
export const useSaved = () =>
  useCachedQuery<SavedPlace[]>('saved', {
    refetchOnReconnect: 'always',
    queryKey: savedKey,
    queryFn: async ({ signal }) => cacheSaved((await send(listSaved, {}, signal)).Items),
    enabled: useSession().isSignedIn(),
  })

export const savedName = ({ Kind, Label, Name }: SavedPlace, words: SavedWords): string =>
  Kind === 'other' ? Label || Name : words.kinds[Kind]
