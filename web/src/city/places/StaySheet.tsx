// The length of the stay from now, and the highest price of the first hour. Applied when the sheet closes.
import './stay.css'
import { minuteMs } from '@parkit/contract/platform/time'
import { useState } from 'react'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { durationText, spokenDuration, timeText } from '#platform/text.ts'
import { ownZone, type Zone } from '#platform/zone-offset.ts'
import { Button } from '#ui/Button.tsx'
import { ChoiceChip, Choices } from '#ui/Chip.tsx'
import { DurationPicker, DurationStepper } from '#ui/DurationPicker.tsx'
import { Figures } from '#ui/Figures.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useDraft } from '#ui/useDraft.ts'
import { maxStayMinutes, type PlaceFilters, priceCaps } from './place-filters.ts'
import { usePlacesWords } from './words.ts'

type StayFilters = Pick<PlaceFilters, 'stayMinutes' | 'underDollars'>
type Props = {
  filters: StayFilters
  setFilters: (filters: StayFilters) => void
  /** of the places found; this device's where there are none */
  timeZone: Zone
  open: boolean
  onClose: () => void
  /** Without the price of the first hour: at one place. */
  stayOnly?: boolean
}

const quickMinutes = [30, 60, 120, 240, 480, maxStayMinutes]
/** The strip shows 8 hours, and 24 for a longer choice. */
const stripMinutes = (minutes: number) => (minutes > 480 ? maxStayMinutes : 480)

export default function StaySheet({ filters, setFilters, timeZone = ownZone, open, onClose, stayOnly }: Props) {
  const words = usePlacesWords()
  const { stayMinutes, underDollars } = filters
  const [draft, setDraft] = useDraft(open, { stayMinutes, underDollars })
  const apply = () => {
    setFilters(draft)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={apply}
      title={stayOnly ? words.stayTitle : words.filters}
      dock={
        <Button variant="primary" block onClick={apply}>
          {stayOnly ? words.showPrice : words.showPlaces}
        </Button>
      }
    >
      <div className="stay">
        {!stayOnly && <h3 className="t-h3">{words.stayTitle}</h3>}
        <p className="t-sm t-2">{words.stayText}</p>
        <Stay
          minutes={draft.stayMinutes}
          onChange={minutes => setDraft({ ...draft, stayMinutes: minutes })}
          timeZone={timeZone}
        />
        {!stayOnly && (
          <>
            <h3 className="t-h3">{words.hourlyTitle}</h3>
            <Choices label={words.hourlyTitle}>
              {[null, ...priceCaps].map(cap => (
                <ChoiceChip
                  key={cap}
                  small
                  on={draft.underDollars === cap}
                  onClick={() => setDraft({ ...draft, underDollars: cap })}
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

type StayProps = { minutes: number; onChange: (minutes: number) => void; timeZone: Zone }

function Stay({ minutes, onChange, timeZone }: StayProps) {
  const words = usePlacesWords()
  const language = useLanguage()
  const startMs = useNow(minuteMs)
  // a drag must not change the strip's length; steps and choices may
  const [strip, setStrip] = useState(stripMinutes(minutes))
  const clock = (after: number) => timeText(startMs + after * minuteMs, timeZone, language)
  const jump = (next: number) => {
    setStrip(stripMinutes(next))
    onChange(next)
  }
  return (
    <>
      <DurationStepper minutes={minutes} onChange={jump} maxMinutes={maxStayMinutes}>
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
        valueText={value => words.stayValue(spokenDuration(value, language), clock(value))}
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
