// A small sign on a post: the price of the stay and how many spaces are free, or several places in one.

import type { Found } from '@parkit/contract/city/places'
import { moneyText } from '@parkit/contract/platform/money'
import { minuteMs } from '@parkit/contract/platform/time'
import { useNow } from '#platform/clock.ts'
import { useLanguage } from '#platform/language.tsx'
import { Stalls } from '#ui/Availability.tsx'
import { cx } from '#ui/cx.ts'
import { useUiWords } from '#ui/words.ts'
import { closedText } from './closed-text.ts'
import { usePlacesWords } from './words.ts'

export type Pinned = Pick<
  Found,
  | 'ZoneNumber'
  | 'Name'
  | 'TimeZone'
  | 'Payable'
  | 'Price'
  | 'PriceMinutes'
  | 'OpenNow'
  | 'OpensAt'
  | 'Availability'
  | 'Stalls'
  | 'Closure'
>

type PinProps = { place: Pinned; selected?: boolean; onPress?: () => void }

export function Pin({ place, selected, onPress }: PinProps) {
  const words = usePlacesWords()
  const { levels } = useUiWords()
  const { Availability: level, PriceMinutes } = place
  const closed = closedText(place, useNow(minuteMs), words, useLanguage())
  const isClosed = closed !== null
  const full = level === 'full' && !isClosed
  const price =
    place.Payable && PriceMinutes === 0
      ? words.neverOpen
      : (closed ?? (!place.Payable ? words.parkingSign : place.Price === 0 ? words.free : moneyText(place.Price)))
  const sign = (
    <span className="pin__sign">
      {full && !selected ? levels.full : price}
      {!selected && !full && !isClosed && level !== 'unknown' && <Stalls free={place.Stalls} level={level} />}
    </span>
  )
  const look = cx('pin', selected && 'pin--on', (full || isClosed) && 'pin--full')
  if (!onPress)
    return (
      <span className={look} aria-hidden="true">
        {sign}
      </span>
    )
  return (
    <button
      type="button"
      className={look}
      aria-pressed={selected ?? false}
      aria-label={words.pin(place.Name, place.ZoneNumber, price, levels[level])}
      onClick={onPress}
    >
      {sign}
    </button>
  )
}

/** "3 from $1.20", "3 places". `price` is null where none of them has one. */
export function GroupPin({ count, price, onPress }: { count: number; price: number | null; onPress: () => void }) {
  const words = usePlacesWords()
  const text =
    price === null
      ? words.groupPlaces(count)
      : price === 0
        ? words.groupFree(count)
        : words.group(count, moneyText(price))
  return (
    <button type="button" className="pin" aria-label={words.groupName(text)} onClick={onPress}>
      <span className="pin__sign">{text}</span>
    </button>
  )
}
