// Deleting a saved card, after a question.
import type { Method } from '@parkit/contract/money/cards'
import { Question } from '#ui/Question.tsx'
import { useDelete } from './card-mutations.ts'
import { useCardWords } from './words.ts'

type Props = { open: boolean; card: Method | undefined; onClose: () => void }

export default function DeleteCard({ open, card, onClose }: Props) {
  const words = useCardWords()
  const removal = useDelete(onClose)
  return (
    <Question
      open={open}
      title={card ? words.deleteTitle(words.cardEnding(card.CardType, card.Last4)) : ''}
      yes={words.deleteYes}
      no={words.keep}
      isPending={removal.isPending}
      onYes={() => card && !removal.isPending && removal.mutate(card.Id)}
      onClose={onClose}
    >
      {words.deleteText}
    </Question>
  )
}
