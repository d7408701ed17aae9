// The one hint beside the price: tow-away, free hours, a dear end, the other side of the street, a plate of unusual length.

import { find, type Zone } from '@parkit/contract/city/places'
import type { Vehicle } from '@parkit/contract/driver/vehicles'
import type { Quote, Warning } from '@parkit/contract/parking/sessions'
import { moneyText, toCents, toDollars } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { zoneRef } from '@parkit/contract/platform/zone-number'
import { useQuery } from '@tanstack/react-query'
import { navigate } from '#platform/address.tsx'
import { send } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { stayEndText } from '#platform/clock-change.ts'
import { useLanguage } from '#platform/language.tsx'
import { Banner } from '#ui/Banner.tsx'
import { quoteOptions } from '../quotes.ts'
import { Warnings } from '../StartParts.tsx'
import type { Start } from '../useStart.ts'
import { useParkingWords } from '../words.ts'
import { isPlateAnswered } from './answers.ts'
import { patternText } from './pattern-text.ts'
import { patternMissed } from './plate-check.ts'
import { findOtherSide } from './side-check.ts'
import { checkStay, type StayHint as Hint } from './stay-check.ts'
import { useGuardWords } from './words.ts'

/** The warnings of a quote that a hint says better. */
const coveredBy: Record<Hint['kind'], readonly Warning[]> = {
  towed: ['cut_to_tow_away'],
  free: ['free_now', 'costs_nothing'],
  freeFirst: ['free_now'],
  freeLater: [],
  dearEnd: [],
}

type Shown = { tone: 'go' | 'info' | 'warn'; text: string; action?: { label: string; onPress: () => void } | undefined }

type Props = { start: Start; quote: Quote; zone: Zone; vehicle: Vehicle; onChangePlate: () => void }

/** What to show, and which warnings are left to show beside it. */
function useStayHint(props: Props): { shown: Shown | undefined; warnings: Warning[] } {
  const { quote, zone } = props
  const hint = checkStay(quote, zone)
  const ofStay = useStayText(props, hint)
  const ofSide = useOtherSide(props, hint === null)
  const ofPlate = usePatternText(props)
  const covered = hint && ofStay ? coveredBy[hint.kind] : []
  return {
    shown: ofStay ?? ofSide ?? ofPlate,
    warnings: quote.Warnings.filter(warning => !covered.includes(warning)),
  }
}

/** `$2.00`, by how much less one price is; undefined where it is not. */
const lessText = (price: number, other: number | undefined): string | undefined => {
  const cents = other === undefined ? 0 : toCents(price) - toCents(other)
  return cents > 0 ? moneyText(toDollars(cents)) : undefined
}

function useStayText({ start, quote, zone, vehicle }: Props, hint: Hint | null): Shown | undefined {
  const words = useGuardWords()
  const parking = useParkingWords()
  const language = useLanguage()
  const time = (at: string | number) => stayEndText(at, zone.TimeZone, language, now())
  const atMs = hint && 'atMs' in hint ? hint.atMs : undefined
  const { ZoneNumber, City } = zone
  const minutes = atMs === undefined ? 0 : Math.floor((atMs - Date.parse(quote.StartsAt)) / minuteMs)
  const mayEndThen = minutes >= zone.MinStayMinutes && !start.payment.isHeld
  const ahead = useQuery({
    ...quoteOptions({ ZoneNumber, City, Minutes: zone.MinStayMinutes, StartAt: new Date(atMs ?? 0).toISOString() }),
    enabled: hint?.kind === 'freeLater',
  }).data
  const isCheaper = hint?.kind === 'dearEnd' || (hint?.kind === 'freeLater' && hint.paidAfter)
  const shorter = useQuery({
    ...quoteOptions({ ZoneNumber, City, VehicleId: vehicle.VehicleID, Minutes: minutes }),
    enabled: isCheaper && mayEndThen,
  }).data
  const less = isCheaper && mayEndThen ? lessText(quote.Total, shorter?.Total) : undefined
  const endAt = (ms: number) => ({ label: words.endAt(time(ms)), onPress: () => start.endAt(ms) })

  switch (hint?.kind) {
    case 'towed': {
      const isCut = quote.Warnings.includes('cut_to_tow_away')
      const times = words.towTimes(time(hint.span.fromMs), time(hint.span.untilMs))
      return { tone: 'warn', text: `${isCut ? parking.warnings.cut_to_tow_away : words.endsBeforeTow} ${times}` }
    }
    case 'free': {
      const until = quote.FreeUntil ? parking.freeUntil(time(quote.FreeUntil)) : parking.warnings.costs_nothing
      return { tone: 'go', text: `${until} ${words.noNeed}` }
    }
    case 'freeFirst': {
      const isLong = hint.untilMs - Date.parse(quote.StartsAt) >= zone.MinStayMinutes * minuteMs
      return {
        tone: 'go',
        text: `${parking.freeUntil(time(hint.untilMs))} ${words.noNeedBefore}`,
        action: isLong && !start.payment.isHeld ? endAt(hint.untilMs) : undefined,
      }
    }
    case 'freeLater':
      // what is not charged is not always free: a maximum may be reached
      if (!ahead?.FreeUntil || (hint.paidAfter && !less)) return undefined
      return {
        tone: 'info',
        text: `${words.freeFrom(time(hint.atMs))} ${less ? words.endThen(less) : words.onlyUntil}`,
        action: less ? endAt(hint.atMs) : undefined,
      }
    case 'dearEnd':
      return less
        ? {
            tone: 'info',
            text: `${words.rateChanges(time(hint.atMs))} ${words.endThen(less)}`,
            action: endAt(hint.atMs),
          }
        : undefined
    default:
      return undefined
  }
}

/** no street is wider, and no block so short */
const aroundMetres = 60

/** Where the other side costs another price for the same stay. */
function useOtherSide({ start, quote, zone, vehicle }: Props, isWanted: boolean): Shown | undefined {
  const words = useGuardWords()
  const query = { Latitude: zone.Latitude, Longitude: zone.Longitude, Radius: aroundMetres, Limit: 10 }
  const around = useQuery({
    queryKey: ['places.find', query],
    queryFn: ({ signal }) => send(find, { query }, signal),
    enabled: isWanted && zone.Kind === 'street',
    staleTime: 60_000,
  })
  const other = findOtherSide(zone, around.data?.Items ?? [])
  const { data } = useQuery({
    ...quoteOptions({
      ZoneNumber: other?.ZoneNumber ?? '',
      City: other?.City,
      VehicleId: vehicle.VehicleID,
      Minutes: quote.Minutes,
    }),
    enabled: isWanted && other !== null,
  })
  if (!isWanted || !other || data?.Minutes !== quote.Minutes || data.ZoneNumber !== other.ZoneNumber) return undefined
  const { ZoneNumber } = other
  const [less, more] = [lessText(quote.Total, data.Total), lessText(data.Total, quote.Total)]
  if (!less && !more) return undefined
  return {
    tone: 'info',
    text: less ? words.acrossLess(ZoneNumber, less) : words.acrossMore(ZoneNumber, more!),
    action: start.payment.isHeld
      ? undefined
      : {
          label: words.useZone(ZoneNumber),
          onPress: () =>
            navigate(`/SelectVehicle?zone=${zoneRef(other)}&minutes=${quote.Minutes}&vehicle=${vehicle.VehicleID}`, {
              replace: true,
            }),
        },
  }
}

/** Until it was parked with once: a vanity plate has any length. */
function usePatternText({ start, vehicle, onChangePlate }: Props): Shown | undefined {
  const words = useGuardWords()
  const parking = useParkingWords()
  const pattern = patternMissed(vehicle)
  const { PlateNumber, PlateState } = vehicle
  if (!pattern || isPlateAnswered({ plate: PlateNumber, state: PlateState })) return undefined
  return {
    tone: 'info',
    text: `${words.mostPlates(PlateState, patternText(pattern, words))} ${words.checkPlate(PlateNumber)}`,
    action: start.payment.isHeld ? undefined : { label: parking.change, onPress: onChangePlate },
  }
}

export default function StayHint({ time, ...props }: Props & { time: (at: string | number) => string }) {
  const { shown, warnings } = useStayHint(props)
  return (
    <>
      {shown && (
        <Banner
          tone={shown.tone}
          action={
            shown.action && (
              <button type="button" className="link link--tap" onClick={shown.action.onPress}>
                {shown.action.label}
              </button>
            )
          }
        >
          {shown.text}
        </Banner>
      )}
      <Warnings warnings={warnings} quote={props.quote} time={time} />
    </>
  )
}
