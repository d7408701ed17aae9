// 'Secure Card Authorization' as a sheet over the wallet; only the driver closes it.
import { Sheet } from '#ui/Sheet.tsx'
import { CardForm } from './CardFields.tsx'
import { useCardWords } from './words.ts'

type Props = { open: boolean; onClose: () => void; onAuthorized: (dollars: number) => void }

export default function CardSheet({ open, onClose, onAuthorized }: Props) {
  const words = useCardWords()
  return (
    <CardForm isShown={open} onAuthorized={onAuthorized}>
      {(fields, submit, { isAtBank, clear }) => (
        <Sheet
          open={open && !isAtBank}
          onClose={() => {
            clear()
            onClose()
          }}
          title={words.title}
          dock={submit}
        >
          {fields}
        </Sheet>
      )}
    </CardForm>
  )
}
