// The year: a field that opens twelve years at a time.
import { vehicleYears } from '@parkit/contract/platform/limits'
import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { now } from '#platform/clock.ts'
import { IconButton } from '#ui/Button.tsx'
import { cx } from '#ui/cx.ts'
import { FieldLabel, Help } from '#ui/Field.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useVehicleWords } from './words.ts'
import { lastYear, pageOf, yearAfter, yearsOf } from './years.ts'

type Props = {
  value: string
  onChange: (year: string) => void
  error?: string
  ref?: Ref<HTMLButtonElement>
}

export function YearField({ value, onChange, error, ref }: Props) {
  const words = useVehicleWords()
  const at = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className="field">
      <FieldLabel at={at} label={words.year} />
      <div className={cx('input year', error && 'input--error')}>
        <button
          id={at}
          ref={ref}
          type="button"
          aria-haspopup="dialog"
          aria-label={`${words.year}: ${value || words.selectYear}`}
          aria-describedby={error ? `${at}-help` : undefined}
          className={cx('year__button num', !value && 'is-empty')}
          onClick={() => setOpen(true)}
        >
          {value || words.selectYear}
        </button>
        <CalendarDays size={22} />
      </div>
      <Help at={at} error={error} />
      <Sheet open={open} onClose={() => setOpen(false)} title={words.selectYear}>
        <Years
          chosen={value}
          onChoose={year => {
            onChange(year)
            setOpen(false)
          }}
        />
      </Sheet>
    </div>
  )
}

function Years({ chosen, onChoose }: { chosen: string; onChoose: (year: string) => void }) {
  const words = useVehicleWords()
  const last = lastYear(now())
  /** the one that Tab reaches; arrows move it, over the page's edge too */
  const [current, setCurrent] = useState(Number(chosen) || last - 1)
  const grid = useRef<HTMLDivElement>(null)
  const first = pageOf(current)
  const years = yearsOf(first, last)
  const turn = (key: 'PageUp' | 'PageDown') => setCurrent(yearAfter(key, current, last) ?? current)
  const move = (event: KeyboardEvent) => {
    const to = yearAfter(event.key, current, last)
    if (to === undefined) return
    event.preventDefault()
    flushSync(() => setCurrent(to))
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }
  return (
    <div>
      <div className="years__head">
        <IconButton
          label={words.earlier}
          icon={<ChevronLeft size={24} />}
          disabled={years[0] === vehicleYears.first}
          onClick={() => turn('PageUp')}
        />
        <p className="t-strong num" aria-live="polite">
          {words.years(years[0] ?? first, years.at(-1) ?? last)}
        </p>
        <IconButton
          label={words.later}
          icon={<ChevronRight size={24} />}
          disabled={years.at(-1) === last}
          onClick={() => turn('PageDown')}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: twelve buttons are no form fields */}
      <div ref={grid} className="years__grid" role="group" aria-label={words.year} onKeyDown={move}>
        {years.map(year => (
          <button
            key={year}
            type="button"
            className="years__year num"
            aria-pressed={String(year) === chosen}
            tabIndex={year === current ? 0 : -1}
            onClick={() => onChoose(String(year))}
          >
            {year}
          </button>
        ))}
      </div>
    </div>
  )
}
