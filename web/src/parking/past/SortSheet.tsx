// Sort By: the four recorded orders, applied by Apply; Reset Filter goes back to the newest first.
import { pastSorts } from '@parkit/contract/parking/past'
import { useId } from 'react'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useDraft } from '#ui/useDraft.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Pick<Past, 'options' | 'setOptions'> & { open: boolean; onClose: () => void }

export function SortSheet({ options, setOptions, open, onClose }: Props) {
  const words = usePastWords()
  const name = useId()
  const [chosen, setChosen] = useDraft(open, options.sort)
  const apply = (sort: typeof chosen) => {
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
          <Button onClick={() => apply('newest')}>{words.resetFilter}</Button>
          <Button variant="primary" onClick={() => apply(chosen)}>
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
