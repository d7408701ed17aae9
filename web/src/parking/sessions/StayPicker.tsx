// The length of a stay, changed by stepper, end time, strip of bays, or three quick steps.
import { stayStepMinutes } from '@parkit/contract/platform/limits'
import { minuteMs } from '@parkit/contract/platform/time'
import { ChevronDown } from 'lucide-react'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText, spokenDuration, timeText } from '#platform/text.ts'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { DurationPicker, DurationStepper } from '#ui/DurationPicker.tsx'
import { snap } from '#ui/duration.ts'
import { Figures } from '#ui/Figures.tsx'
import { stayParts } from './session-text.ts'
import { useParkingWords } from './words.ts'

type Props = {
  minutes: number
  onChange: (minutes: number) => void
  minMinutes: number
  /** The longest stay the place allows from now. */
  maxStayMinutes: number
  /** Epoch milliseconds from which the stay counts. */
  startMs: number
  timeZone: string
  disabled?: boolean
}

const dayMinutes = 1_440

/**
 * The longest stay the strip shows, in minutes: the place's limit, else a day; a longer choice stretches it.
 * `maxStayMinutes` is what the place allows from now on.
 */
export const stripMinutes = (maxStayMinutes: number, chosenMinutes: number): number =>
  Math.min(maxStayMinutes, Math.max(dayMinutes, Math.ceil(chosenMinutes / 60) * 60))

/** The ends a driver can pick from a list, as minutes from now: by step up to a day, then by whole days. */
export function stayChoices(minMinutes: number, maxStayMinutes: number, stepMinutes: number): number[] {
  const choices = new Set<number>([Math.min(minMinutes, maxStayMinutes)])
  const first = Math.ceil(minMinutes / stepMinutes) * stepMinutes
  for (let minutes = first; minutes <= Math.min(maxStayMinutes, dayMinutes); minutes += stepMinutes)
    choices.add(minutes)
  for (let minutes = 2 * dayMinutes; minutes <= maxStayMinutes; minutes += dayMinutes) choices.add(minutes)
  choices.add(maxStayMinutes)
  return [...choices].sort((a, b) => a - b)
}

const quickMinutes = [15, 30, 60]

export function StayPicker({ minutes, onChange, minMinutes, maxStayMinutes, startMs, timeZone, disabled }: Props) {
  const words = useParkingWords()
  const language = useLanguage()
  const at = (after: number) => startMs + after * minuteMs
  const clock = (after: number) => timeText(at(after), timeZone, language)
  const end = (after: number) => stayEndText(at(after), timeZone, language, startMs)
  const strip = stripMinutes(maxStayMinutes, minutes)
  const limits = { minutes, onChange, minMinutes, disabled }
  return (
    <>
      <DurationStepper {...limits} maxMinutes={maxStayMinutes}>
        <Figures size="l" parts={stayParts(minutes, words)} />
        <span className="until link">
          <span aria-hidden="true">{words.until(end(minutes))}</span>
          <ChevronDown size={18} />
          <select
            aria-label={words.untilLabel}
            value={minutes}
            disabled={disabled}
            onChange={event => onChange(Number(event.target.value))}
          >
            {[...new Set([...stayChoices(minMinutes, maxStayMinutes, stayStepMinutes), minutes])]
              .sort((a, b) => a - b)
              .map(choice => (
                <option key={choice} value={choice}>
                  {`${end(choice)} (${durationText(choice, language)})`}
                </option>
              ))}
          </select>
        </span>
      </DurationStepper>
      <DurationPicker
        {...limits}
        label={words.howLong}
        maxMinutes={strip}
        limited={strip === maxStayMinutes}
        valueText={chosen => words.untilValue(spokenDuration(chosen, language), end(chosen))}
        timeAt={(after, short) => (short ? clock(after).replace(/ [AP]M$/, '') : clock(after))}
      />
      <Choices label={words.howLong}>
        {quickMinutes.map(more => (
          <ChoiceChip
            key={more}
            small
            disabled={disabled || minutes + more > maxStayMinutes}
            onClick={() => onChange(snap(minutes + more, { min: minMinutes, max: maxStayMinutes, step: 1 }))}
          >
            {words.plusMinutes(more)}
          </ChoiceChip>
        ))}
      </Choices>
    </>
  )
}
