// Deleting a saved card, after a question.
import type { Method } from '@parkit/contract/money/cards'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Sheet.tsx'
import { useDelete } from './card-mutations.ts'
import { useCardWords } from './words.ts'

type Props = { open: boolean; card: Method | undefined; onClose: () => void }

export default function DeleteCard({ open, card, onClose }: Props) {
  const words = useCardWords()
  const removal = useDelete(onClose)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      alert
      title={card ? words.deleteTitle(words.cardEnding(card.CardType, card.Last4)) : ''}
      actions={
        <>
          <Button
            variant="danger"
            block
            loading={removal.isPending}
            onClick={() => card && !removal.isPending && removal.mutate(card.Id)}
          >
            {words.deleteYes}
          </Button>
          <Button variant="quiet" block onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      {words.deleteText}
    </Dialog>
  )
}
