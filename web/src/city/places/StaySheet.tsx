// How long the driver wants to stay, from now on, and what the first hour may cost. It takes effect when the sheet closes.
import './stay.css'
import { cityTimeZone, minuteMs } from '@parkit/contract/platform/time'
import { useState } from 'react'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText, timeText } from '#platform/text.ts'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { DurationPicker, DurationStepper } from '#ui/DurationPicker.tsx'
import { Figures } from '#ui/Figures.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { longestWantedMinutes, type PlaceFilters, priceCaps } from './place-filters.ts'
import { usePlacesWords } from './words.ts'

type Wanted = Pick<PlaceFilters, 'stayMinutes' | 'underDollars'>
type Props = {
  filters: Wanted
  setFilters: (wanted: Wanted) => void
  timeZone: string | undefined
  open: boolean
  onClose: () => void
  /** At one place nothing is to be said of other places' prices. */
  stayOnly?: boolean
}

const quickMinutes = [30, 60, 120, 240, 480, longestWantedMinutes]
/** The strip shows a working day; a longer choice stretches it to a whole one. */
const stripMinutes = (minutes: number) => (minutes > 480 ? longestWantedMinutes : 480)

export default function StaySheet({ filters, setFilters, timeZone = cityTimeZone, open, onClose, stayOnly }: Props) {
  const words = usePlacesWords()
  const [chosen, setChosen] = useState({ minutes: filters.stayMinutes, under: filters.underDollars })
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setChosen({ minutes: filters.stayMinutes, under: filters.underDollars })
  }
  const take = () => {
    setFilters({ stayMinutes: chosen.minutes, underDollars: chosen.under })
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={take}
      title={words.stayTitle}
      dock={
        <Button variant="primary" block onClick={take}>
          {stayOnly ? words.showPrice : words.showPlaces}
        </Button>
      }
    >
      <div className="stay">
        <p className="t-sm t-2">{words.stayText}</p>
        <Stay minutes={chosen.minutes} onChange={minutes => setChosen({ ...chosen, minutes })} timeZone={timeZone} />
        {!stayOnly && (
          <>
            <h3 className="t-h3">{words.hourlyTitle}</h3>
            <Choices label={words.hourlyTitle}>
              {[null, ...priceCaps].map(cap => (
                <ChoiceChip
                  key={cap}
                  small
                  on={chosen.under === cap}
                  onClick={() => setChosen({ ...chosen, under: cap })}
                >
                  {cap === null ? words.anyPrice : words.under(cap)}
                </ChoiceChip>
              ))}
            </Choices>
          </>
        )}
      </div>
    </Sheet>
  )
}

type StayProps = { minutes: number; onChange: (minutes: number) => void; timeZone: string }

function Stay({ minutes, onChange, timeZone }: StayProps) {
  const words = usePlacesWords()
  const language = useLanguage()
  const startMs = useNow(minuteMs)
  // a drag must not move the strip under the finger; steps and choices may
  const [strip, setStrip] = useState(stripMinutes(minutes))
  const clock = (after: number) => timeText(startMs + after * minuteMs, timeZone, language)
  const jump = (next: number) => {
    setStrip(stripMinutes(next))
    onChange(next)
  }
  return (
    <>
      <DurationStepper minutes={minutes} onChange={jump} maxMinutes={longestWantedMinutes}>
        <Figures
          size="l"
          parts={[
            [String(Math.floor(minutes / 60)), words.hour(Math.floor(minutes / 60))],
            [String(minutes % 60).padStart(2, '0'), words.min],
          ]}
        />
        <span className="t-sm t-2">{words.untilTime(clock(minutes))}</span>
      </DurationStepper>
      <DurationPicker
        label={words.stayTitle}
        minutes={minutes}
        onChange={onChange}
        maxMinutes={strip}
        limited={false}
        valueText={value => words.stayValue(durationText(value, language), clock(value))}
        timeAt={(after, short) => (short ? clock(after).replace(/ [AP]M$/, '') : clock(after))}
      />
      <Choices label={words.stayTitle}>
        {quickMinutes.map(quick => (
          <ChoiceChip key={quick} small on={quick === minutes} onClick={() => jump(quick)}>
            {durationText(quick, language)}
          </ChoiceChip>
        ))}
      </Choices>
    </>
  )
}
