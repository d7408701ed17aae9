// A field of several lines, which grows with its text.
import type { Ref, TextareaHTMLAttributes } from 'react'
import { FieldShell, type FieldText } from './Field.tsx'

type AreaProps = Omit<FieldText, 'className'> &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> & { ref?: Ref<HTMLTextAreaElement> }

export const TextArea = ({ label, note, help, error, ref, rows = 3, ...area }: AreaProps) => (
  <FieldShell {...{ label, note, help, error, disabled: area.disabled }} boxClassName="input--area">
    {control => <textarea ref={ref} rows={rows} {...control} {...area} />}
  </FieldShell>
)
