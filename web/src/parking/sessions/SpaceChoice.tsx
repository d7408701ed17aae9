// Which space the car is in, where the zone's rules tell accessible spaces from others.
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { useParkingWords } from './words.ts'

export type SpaceKind = 'general' | 'accessible'
const kinds = ['general', 'accessible'] as const

type Props = { kind: SpaceKind; disabled: boolean; onChoose: (kind: SpaceKind) => void }

export function SpaceChoice({ kind: chosen, disabled, onChoose }: Props) {
  const words = useParkingWords()
  return (
    <Choices label={words.space}>
      {kinds.map(kind => (
        <ChoiceChip key={kind} small on={kind === chosen} disabled={disabled} onClick={() => onChoose(kind)}>
          {words.spaceKinds[kind]}
        </ChoiceChip>
      ))}
    </Choices>
  )
}
