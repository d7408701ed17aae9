// The next times at which support can call, one press each: as soon as possible, and a few later ones.
import { openDays, openTimes, type ServiceHours } from '@parkit/contract/support/service-hours'
import { useLanguage } from '#platform/language.tsx'
import { dayTimeText, timeText } from '#platform/text.ts'
import { plainMs, useSupportWords } from '#support/overview/overview.ts'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'

export type Slot = { date: string; time: string }

const laterSlots = 3

/** The first time of all, then some on the full and half hour. `now`: the city's own date and time. */
export function nextSlots(now: string, hours: ServiceHours): Slot[] {
  const slots = openDays(now, hours)
    .slice(0, 2)
    .flatMap(date => openTimes(date, now, hours).map(time => ({ date, time })))
  const later = slots.slice(1).filter(({ time }) => /:[03]0$/.test(time))
  return [...slots.slice(0, 1), ...later.slice(0, laterSlots)]
}

type Props = { slots: readonly Slot[]; chosen: Slot; onChoose: (slot: Slot) => void }

export function TimeChips({ slots: [first, ...later], chosen, onChoose }: Props) {
  const words = useSupportWords()
  const language = useLanguage()
  if (!first) return null
  const chip = (slot: Slot, text: string) => (
    <ChoiceChip
      key={slot.date + slot.time}
      small
      on={slot.date === chosen.date && slot.time === chosen.time}
      onClick={() => onChoose(slot)}
    >
      {text}
    </ChoiceChip>
  )
  const textOf = ({ date, time }: Slot) =>
    (date === first.date ? timeText : dayTimeText)(plainMs(date, time), 'UTC', language)
  return (
    <Choices label={words.whenToCall}>
      <div className="callback__soonest">{chip(first, words.soonest)}</div>
      {later.map(slot => chip(slot, textOf(slot)))}
    </Choices>
  )
}
