// Above list and map: the order, the filters, and the download as CSV.
import { sessionsCsv } from '@parkit/contract/parking/past'
import { useMutation } from '@tanstack/react-query'
import { ArrowDownUp, Download, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#platform/client.ts'
import { download } from '#platform/file-transfer.ts'
import { saveFile } from '#platform/save-file.ts'
import { IconButton } from '#ui/Button.tsx'
import { Chip, Chips } from '#ui/Chip.tsx'
import { toast } from '#ui/toast.ts'
import { FilterSheet } from './FilterSheet.tsx'
import { countFilters, filterInput } from './past-options.ts'
import { SortSheet } from './SortSheet.tsx'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

export function PastChips({ options, setOptions }: Pick<Past, 'options' | 'setOptions'>) {
  const words = usePastWords()
  const [open, setOpen] = useState<'sort' | 'filters' | null>(null)
  const close = () => setOpen(null)
  const filters = countFilters(options)
  const csv = useMutation({
    mutationFn: () => download(sessionsCsv, { query: filterInput(options) }),
    onSuccess: blob => saveFile(blob, 'ParkIt-sessions.csv'),
    onError: error => toast.error((error instanceof CallError && error.message) || words.exportFailed),
  })
  return (
    <div className="past__chips">
      <Chips label={words.narrow}>
        <Chip icon={<ArrowDownUp size={18} />} aria-haspopup="dialog" onClick={() => setOpen('sort')}>
          {words.sortedBy(words.sorts[options.sort])}
        </Chip>
        <Chip icon={<SlidersHorizontal size={18} />} aria-haspopup="dialog" onClick={() => setOpen('filters')}>
          {filters > 0 ? words.filtersOn(filters) : words.filters}
        </Chip>
      </Chips>
      <IconButton
        label={csv.isPending ? words.exporting : words.export}
        icon={<Download size={22} />}
        aria-disabled={csv.isPending || undefined}
        aria-busy={csv.isPending || undefined}
        onClick={() => !csv.isPending && csv.mutate()}
      />
      <SortSheet options={options} setOptions={setOptions} open={open === 'sort'} onClose={close} />
      <FilterSheet options={options} setOptions={setOptions} open={open === 'filters'} onClose={close} />
    </div>
  )
}
