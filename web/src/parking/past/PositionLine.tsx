// Says what became of an order by distance while the driver's position is not known.
import { LocateFixed } from 'lucide-react'
import { askPosition, usePosition } from '#city/places/position.ts'
import { Button } from '#ui/Button.tsx'
import { isByDistance } from './asking.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

export function PositionLine({ asked }: Pick<Past, 'asked'>) {
  const words = usePastWords()
  const { state } = usePosition()
  if (!isByDistance(asked.sort) || state === 'known') return null
  if (state === 'asking' || state === 'unasked')
    return (
      <p className="past__line t-sm t-2" role="status">
        {words.locating}
      </p>
    )
  return (
    <div className="past__line t-sm t-2" role="status">
      <span>{words[state]}</span>
      <Button size="sm" variant="quiet" icon={<LocateFixed size={18} />} onClick={askPosition}>
        {words.tryAgain}
      </Button>
    </div>
  )
}
