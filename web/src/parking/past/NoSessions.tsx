// No past session to show: none fits the filters, or there is none yet.
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { countFilters, noFilters } from './past-options.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

export function NoSessions({ options, setOptions }: Partial<Pick<Past, 'options' | 'setOptions'>>) {
  const words = usePastWords()
  if (options && countFilters(options) > 0)
    return (
      <EmptyState
        title={words.nothingFits}
        text={words.nothingFitsText}
        action={<Button block onClick={() => setOptions?.(noFilters)} children={words.resetFilter} />}
      />
    )
  return (
    <EmptyState
      title={words.noneTitle}
      text={words.noneText}
      action={<Button variant="primary" block to="/findparking" children={words.findParking} />}
    />
  )
}
