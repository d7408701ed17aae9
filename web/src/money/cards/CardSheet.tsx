// 'Secure Card Authorization' as a sheet: closes by itself once the card is saved and its message was shown.
import type { ReactNode } from 'react'
import { Sheet } from '#ui/Sheet.tsx'
import { CardForm } from './CardFields.tsx'
import { useCardWords } from './words.ts'

type Props = {
  open: boolean
  onClose: () => void
  /** Gets the id of the saved card. */
  onAuthorized: (methodId: string) => void
  /** What the card is for, above the fields. */
  about?: ReactNode
  /** The path to return to if a refused card signs the driver out. */
  resumeAt?: string
}

export default function CardSheet({ open, onClose, onAuthorized, about, resumeAt }: Props) {
  const words = useCardWords()
  return (
    <CardForm isShown={open} onAuthorized={onAuthorized} resumeAt={resumeAt}>
      {(fields, submit, { isAtBank, close }) => (
        <Sheet
          open={open && !isAtBank}
          keepMounted={open}
          onClose={() => {
            if (!close()) onClose()
          }}
          title={words.title}
          dock={submit}
        >
          {about}
          {fields}
        </Sheet>
      )}
    </CardForm>
  )
}
