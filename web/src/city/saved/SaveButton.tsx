// Saves a place, or changes how it is saved; nothing for a guest.
import type { Zone } from '@parkit/contract/city/places'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#platform/session.ts'
import { IconButton } from '#ui/Button.tsx'
import { lazySheet } from '#ui/lazy-sheet.tsx'
import { useSaved } from './saved-places.ts'
import { useSavedWords } from './words.ts'

const SaveSheet = lazySheet(() => import('./SaveSheet.tsx'))

export function SaveButton({ zone }: { zone: Pick<Zone, 'ZoneNumber' | 'City' | 'CityName' | 'Name'> }) {
  const words = useSavedWords()
  const signedIn = useSession().isSignedIn()
  const saved = useSaved().data?.find(saved => zoneRef(saved) === zoneRef(zone))
  const [isOpen, setIsOpen] = useState(false)
  if (!signedIn) return null
  return (
    <>
      <IconButton
        look="float"
        label={saved ? words.change : words.save}
        aria-haspopup="dialog"
        icon={<Bookmark size={22} fill={saved ? 'currentColor' : 'none'} />}
        onClick={() => setIsOpen(true)}
      />
      <SaveSheet
        key={saved ? `${saved.Kind} ${saved.Label}` : ''}
        open={isOpen}
        zone={zone}
        saved={saved}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
