// The form of a saved card: its new expiry date, and whether it is the default card.
import type { Method } from '@parkit/contract/money/cards'
import { type FormEvent, useId, useState } from 'react'
import { CallError } from '#platform/client.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/Select.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { ToggleRow } from '#ui/Toggle.tsx'
import { useEdit } from './card-mutations.ts'
import { renewalYears, thisMonth } from './expiry.ts'
import { useCardWords } from './words.ts'

const months = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))

type Props = { open: boolean; card: Method | undefined; onClose: () => void }

export default function EditCard({ open, card, onClose }: Props) {
  const words = useCardWords()
  const form = useId()
  const edit = useEdit(onClose)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.editTitle}
      dock={
        <Button type="submit" form={form} variant="primary" block loading={edit.isPending} loadingLabel={words.saving}>
          {words.save}
        </Button>
      }
    >
      {card && <Fields key={card.Id} id={form} card={card} edit={edit} />}
    </Sheet>
  )
}

function Fields({ id, card, edit }: { id: string; card: Method; edit: ReturnType<typeof useEdit> }) {
  const words = useCardWords()
  const [MonthExpiry, setMonthExpiry] = useState(card.MonthExpiry)
  const [YearExpiry, setYearExpiry] = useState(card.YearExpiry)
  const [byDefault, setByDefault] = useState(card.IsDefault)
  const errors = edit.error instanceof CallError ? edit.error.fields : {}
  const years = [...new Set([card.YearExpiry, ...renewalYears(thisMonth())])].toSorted()
  const choices = (values: readonly string[]) => values.map(value => ({ value, label: value }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!edit.isPending) edit.mutate({ card, MonthExpiry, YearExpiry, byDefault })
  }
  return (
    <form id={id} onSubmit={submit} className="form-grid card-form" noValidate>
      <p className="t-strong num">{words.cardEnding(card.CardType, card.Last4)}</p>
      <div className="card-form__two">
        <Select
          label={words.month}
          options={choices(months)}
          value={MonthExpiry}
          error={errors.MonthExpiry}
          onChange={event => setMonthExpiry(event.target.value)}
        />
        <Select
          label={words.year}
          options={choices(years)}
          value={YearExpiry}
          error={errors.YearExpiry}
          onChange={event => setYearExpiry(event.target.value)}
        />
      </div>
      {!card.IsDefault && (
        <ToggleRow
          label={words.useByDefault}
          checked={byDefault}
          onChange={event => setByDefault(event.target.checked)}
        />
      )}
    </form>
  )
}
