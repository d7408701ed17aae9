// Says what became of an order by distance while the driver's position is not known.
import { LocateFixed } from 'lucide-react'
import { askPosition, usePosition } from '#platform/position.ts'
import { Button } from '#ui/Button.tsx'
import { isByDistance } from './past-options.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

export function PositionLine({ options }: Pick<Past, 'options'>) {
  const words = usePastWords()
  const { state } = usePosition()
  if (!isByDistance(options.sort) || state === 'known') return null
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
