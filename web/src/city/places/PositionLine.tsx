// Says in a line where the places are around when the driver's own position is not known.
import { LocateFixed } from 'lucide-react'
import { askPosition, usePosition } from '#platform/position.ts'
import { Button } from '#ui/Button.tsx'
import type { PlaceSearch } from './usePlaceSearch.ts'
import { usePlacesWords } from './words.ts'

export function PositionLine({ filters, setFilters, source }: Pick<PlaceSearch, 'filters' | 'setFilters' | 'source'>) {
  const words = usePlacesWords()
  const { state } = usePosition()
  if (state === 'asking' && filters.nearMe)
    return (
      <p className="find__line t-sm t-2" role="status">
        {words.locating}
      </p>
    )
  if (filters.text || source !== 'default') return null
  return (
    <div className="find__line t-sm t-2" role="status">
      <span>{state === 'refused' ? words.refusedLine : words.unknownLine}</span>
      {state === 'unknown' && (
        <Button
          size="sm"
          variant="quiet"
          icon={<LocateFixed size={18} />}
          onClick={() => {
            askPosition()
            setFilters({ nearMe: true })
          }}
        >
          {words.nearMe}
        </Button>
      )}
    </div>
  )
}
