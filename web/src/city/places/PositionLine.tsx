// Says in a line where the places are around when the driver's own position is not known.
import { LocateFixed } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { askPosition, usePosition } from './position.ts'
import type { Finding } from './useFinding.ts'
import { usePlacesWords } from './words.ts'

export function PositionLine({ asked, ask, source }: Pick<Finding, 'asked' | 'ask' | 'source'>) {
  const words = usePlacesWords()
  const { state } = usePosition()
  if (state === 'asking' && asked.nearMe)
    return (
      <p className="find__line t-sm t-2" role="status">
        {words.locating}
      </p>
    )
  if (asked.text || source !== 'default') return null
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
            ask({ nearMe: true })
          }}
        >
          {words.nearMe}
        </Button>
      )}
    </div>
  )
}
