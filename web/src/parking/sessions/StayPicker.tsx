// How long to stay: stepper, end time, the strip of bays and three quick steps change the same minutes.
import { stayStepMinutes } from '@parkit/contract/platform/limits'
import { minuteMs } from '@parkit/contract/platform/time'
import { ChevronDown } from 'lucide-react'
import { useLanguage } from '#platform/language.tsx'
import { durationText, endText, timeText } from '#platform/text.ts'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { DurationPicker, DurationStepper } from '#ui/DurationPicker.tsx'
import { snap } from '#ui/duration.ts'
import { Figures } from '#ui/Figures.tsx'
import { stayParts } from './duration-parts.ts'
import { stayChoices, stripMinutes } from './quoting.ts'
import { useParkingWords } from './words.ts'

type Props = {
  minutes: number
  onChange: (minutes: number) => void
  minMinutes: number
  /** What the place allows from now on. */
  mostMinutes: number
  /** Epoch milliseconds from which the stay counts. */
  startMs: number
  timeZone: string
  disabled?: boolean
}

const quickMinutes = [15, 30, 60]

export function StayPicker({ minutes, onChange, minMinutes, mostMinutes, startMs, timeZone, disabled }: Props) {
  const words = useParkingWords()
  const language = useLanguage()
  const at = (after: number) => startMs + after * minuteMs
  const clock = (after: number) => timeText(at(after), timeZone, language)
  const end = (after: number) => endText(at(after), timeZone, language, startMs)
  const strip = stripMinutes(mostMinutes, minutes)
  const limits = { minutes, onChange, minMinutes, disabled }
  return (
    <>
      <DurationStepper {...limits} maxMinutes={mostMinutes}>
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
            {[...new Set([...stayChoices(minMinutes, mostMinutes, stayStepMinutes), minutes])]
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
        limited={strip === mostMinutes}
        valueText={chosen => words.untilValue(durationText(chosen, language), end(chosen))}
        timeAt={(after, short) => (short ? clock(after).replace(/ [AP]M$/, '') : clock(after))}
      />
      <Choices label={words.howLong}>
        {quickMinutes.map(more => (
          <ChoiceChip
            key={more}
            small
            disabled={disabled || minutes + more > mostMinutes}
            onClick={() => onChange(snap(minutes + more, { min: minMinutes, max: mostMinutes, step: 1 }))}
          >
            {words.plusMinutes(more)}
          </ChoiceChip>
        ))}
      </Choices>
    </>
  )
}
