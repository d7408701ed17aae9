// A sheet that asks for one amount of dollars and saves it.
import type { AmountRange } from '@parkit/contract/platform/amount-ranges'
import { type ComponentProps, useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { AmountForm } from './AmountForm.tsx'
import { readAmount, typedAmount } from './amount.ts'

type FormProps = Pick<ComponentProps<typeof AmountForm>, 'label' | 'help' | 'refused' | 'onAmount'> & {
  /** What stands in the field at first; 0: nothing. */
  dollars: number
  range: AmountRange
  onTyping?: () => void
}
type Props = FormProps & {
  open: boolean
  title: string
  /** On the button, and while it is saved. */
  save: string
  saving: string
  isSaving: boolean
  onClose: () => void
}

export function AmountSheet({ open, title, save, saving, isSaving, onClose, ...form }: Props) {
  const id = useId()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      wide="dialog"
      dock={
        <Button type="submit" form={id} variant="primary" block loading={isSaving} loadingLabel={saving}>
          {save}
        </Button>
      }
    >
      {open && <Form id={id} {...form} />}
    </Sheet>
  )
}

function Form({ dollars, range, onTyping, ...form }: FormProps & { id: string }) {
  const [typed, setTyped] = useState(dollars > 0 ? typedAmount(dollars) : '')
  return (
    <AmountForm
      typed={typed}
      onType={text => {
        onTyping?.()
        setTyped(text)
      }}
      amount={readAmount(typed, range)}
      {...form}
    />
  )
}
