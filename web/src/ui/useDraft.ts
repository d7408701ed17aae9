// What a sheet changes until it is applied: begins with the present value each time the sheet opens.
import { useState } from 'react'

export function useDraft<T>(isOpen: boolean, present: T) {
  const [draft, setDraft] = useState(present)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setDraft(present)
  }
  return [draft, setDraft] as const
}
