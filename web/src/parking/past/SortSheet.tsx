// Sort By: the four recorded orders, taken by Apply; Reset Filter goes back to the newest first.
import { pastSorts } from '@parkit/contract/parking/past'
import { useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Pick<Past, 'options' | 'setOptions'> & { open: boolean; onClose: () => void }

export function SortSheet({ options, setOptions, open, onClose }: Props) {
  const words = usePastWords()
  const name = useId()
  const [chosen, setChosen] = useState(options.sort)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setChosen(options.sort)
  }
  const take = (sort: typeof chosen) => {
    setOptions({ sort })
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.sortBy}
      dock={
        <div className="past__ways">
          <Button onClick={() => take('newest')}>{words.resetFilter}</Button>
          <Button variant="primary" onClick={() => take(chosen)}>
            {words.apply}
          </Button>
        </div>
      }
    >
      <div role="radiogroup" aria-label={words.sortBy} className="list">
        {pastSorts.map(sort => (
          <label key={sort} className="row past__order">
            <span className="grow row__t">{words.sorts[sort]}</span>
            <input type="radio" name={name} checked={chosen === sort} onChange={() => setChosen(sort)} />
          </label>
        ))}
      </div>
    </Sheet>
  )
}
