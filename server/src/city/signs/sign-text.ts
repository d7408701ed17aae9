// The texts of a printed sign: rates in rows, hours and limits in one line, phone numbers as people write them. Pure.
import type { Rule, RuleBook } from '@parkit/contract/city/calendar-schemas'
import { bookTexts, maxStayText, priceTexts, type WeekHours, weekHours, whenTexts } from '#city/calendar/calendar.ts'

export type RateRow = { times: string; price: string; limit: string }

const isFree = ({ price }: Rule) => price?.lines.every(({ cents }) => cents === 0) === true

/** Null where one price does not say it: totals, a price that changes with time, one for some cars or drivers alone. */
const priceText = (rule: Rule): string | null => {
  const { price, who, spaceKinds, activity } = rule
  const [line, ...others] = price?.lines ?? []
  const isForAll = activity === 'park' && Object.keys(who).length === 0 && !spaceKinds
  if (!price || !line || others.length > 0 || !isForAll || price.maxCents !== undefined || price.waivedUpToSeconds)
    return null
  return line.type === 'total' ? null : priceTexts(price, 'en')[0]!
}

const mostRows = 3

/** The rates by precedence; null where they need more than a few plain rows. */
export const rateRows = (book: RuleBook): RateRow[] | null => {
  const rates = bookTexts(book, 'en').filter(({ rule }) => rule.activity !== 'none')
  if (rates.length > mostRows || book.caps.length > 0) return null
  const rows = rates.map(({ rule }, i) => {
    const price = priceText(rule)
    const times = whenTexts(rule.when, 'en').join(', ') || (i > 0 ? 'Other times' : 'All day')
    return price && { times, price, limit: isFree(rule) ? '' : (maxStayText(rule, 'en') ?? 'No limit') }
  })
  return rows.every(row => row !== null && row !== '') ? (rows as RateRow[]) : null
}

const hoursText = ({ days, from, to }: WeekHours): string =>
  whenTexts([{ weekdays: days, from, to, dateOf: 'start' }], 'en').join() || 'All day'

/** What holds beside the rates: opening hours and tow-away times. */
export const rulesText = (book: RuleBook): string => {
  const hours = weekHours(book) ?? []
  const towed = book.rules.filter(({ tow }) => tow).flatMap(({ when }) => whenTexts(when, 'en'))
  return [
    hours.length > 0 && `Open ${hours.map(hoursText).join(', ')}.`,
    towed.length > 0 && `Tow-away ${towed.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** `312 555 0150`; a short code and numbers of other countries as they are. */
export const phoneText = (number: string): string => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')

/** The street of an address or block: without house number, block and city. */
export const streetOf = (address: string): string => address.split(',')[0]!.replace(/^\d+(?:[–-]\d+)?\s+/, '')
