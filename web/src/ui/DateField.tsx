// A date: the browser's own field, with the date as people write it until the field has the focus.
import type { InputHTMLAttributes, Ref } from 'react'
import { FieldShell, type FieldText } from './Field.tsx'

type Props = FieldText &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type'> & {
    /** Absent while what was typed is no date. */
    written: string | undefined
    ref?: Ref<HTMLInputElement>
  }

export function DateField({ label, note, help, error, className, written, id, ...input }: Props) {
  const shell = { id, label, note, help, error, className, disabled: input.disabled }
  return (
    <FieldShell {...shell}>
      {control => (
        <>
          <input type="date" {...control} {...input} />
          {written !== undefined && (
            <span className="input__written" aria-hidden="true">
              {written}
            </span>
          )}
        </>
      )}
    </FieldShell>
  )
}
