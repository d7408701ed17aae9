// Filters: the days, the vehicle, the place and the status, applied together by Apply.
import { type FormEvent, useId } from 'react'
import { useVehicles, vehicleName } from '#driver/vehicles/vehicles.ts'
import { now } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { dateText } from '#platform/text.ts'
import { ownZone } from '#platform/zone-offset.ts'
import { Button } from '#ui/Button.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Field } from '#ui/Field.tsx'
import { Select } from '#ui/Select.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useDraft } from '#ui/useDraft.ts'
import { type Filters, noFilters, statusFilters } from './past-options.ts'
import type { Past } from './usePastParkings.ts'
import { usePastWords } from './words.ts'

type Props = Pick<Past, 'options' | 'setOptions'> & { open: boolean; onClose: () => void }

const filtersOf = ({ from, to, vehicle, text, status }: Filters): Filters => ({ from, to, vehicle, text, status })
/** `2026-04-11` in the city. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: ownZone }).format(now())

export function FilterSheet({ options, setOptions, open, onClose }: Props) {
  const words = usePastWords()
  const language = useLanguage()
  const form = useId()
  const vehicles = useVehicles().data ?? []
  const [draft, setDraft] = useDraft(open, filtersOf(options))
  const [isBackwards, setIsBackwards] = useDraft(open, false)
  const written = (date: string) => (date ? dateText(Date.parse(date), 'UTC', language) : words.anyDay)
  const set = (change: Partial<Filters>) => {
    setDraft({ ...draft, ...change })
    if (change.from !== undefined || change.to !== undefined) setIsBackwards(false)
  }
  const submit = (filters: Filters) => {
    setOptions({ ...filters, text: filters.text.trim(), zone: null })
    onClose()
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const backwards = draft.from !== '' && draft.to !== '' && draft.to < draft.from
    setIsBackwards(backwards)
    if (backwards) document.getElementById(`${form}-to`)?.focus()
    else submit(draft)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.filters}
      dock={
        <div className="past__ways">
          <Button onClick={() => submit(noFilters)}>{words.resetFilter}</Button>
          <Button variant="primary" type="submit" form={form}>
            {words.apply}
          </Button>
        </div>
      }
    >
      <form id={form} className="past__filters" noValidate onSubmit={apply}>
        <div className="past__days">
          <DateField
            label={words.from}
            max={today()}
            value={draft.from}
            written={written(draft.from)}
            onChange={event => set({ from: event.target.value })}
          />
          <DateField
            id={`${form}-to`}
            label={words.to}
            max={today()}
            value={draft.to}
            written={written(draft.to)}
            error={isBackwards ? words.fromAfterTo : undefined}
            onChange={event => set({ to: event.target.value })}
          />
        </div>
        <Select
          label={words.vehicle}
          placeholder={words.allVehicles}
          value={draft.vehicle}
          options={vehicles.map(vehicle => ({
            value: vehicle.VehicleID,
            label: [vehicleName(vehicle), vehicle.PlateNumber].filter(Boolean).join(', '),
          }))}
          onChange={event => set({ vehicle: event.target.value })}
        />
        <Field
          label={words.place}
          placeholder={words.placeHint}
          value={draft.text}
          maxLength={120}
          autoComplete="off"
          enterKeyHint="done"
          onChange={event => set({ text: event.target.value })}
        />
        <Select
          label={words.status}
          placeholder={words.anyStatus}
          value={draft.status}
          options={statusFilters.map(value => ({ value, label: words.statuses[value] }))}
          onChange={event => set({ status: statusFilters.find(status => status === event.target.value) ?? '' })}
        />
      </form>
    </Sheet>
  )
}
