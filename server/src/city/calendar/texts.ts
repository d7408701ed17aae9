// A rule as a sign painter writes it, and a stay line by line: English, Spanish, Hindi. Pure.
import type { Price, PriceLine, Rule, Text, When } from '@parkit/contract/city/calendar-schemas'
import type { Language } from '@parkit/contract/platform/errors'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { clockSeconds } from './days.ts'
import type { Evaluation, StayLine } from './evaluate.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const dictionaries: Record<Language, Words> = { en, es, hi }
const money = (cents: number) => moneyText(toDollars(cents))
const inLanguage = (text: Text, language: Language) => text[language] ?? text.en

/** `8 AM`, `6:30 PM`, in every language as on American signs; `24:00` is midnight. */
const clockText = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** Three and more in a row are a range. */
const rangesText = (numbers: readonly number[], name: (number: number) => string): string => {
  const runs: number[][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    if (runs.at(-1)?.at(-1) === number - 1) runs.at(-1)!.push(number)
    else runs.push([number])
  }
  return runs.flatMap(run => (run.length > 2 ? `${name(run[0]!)}–${name(run.at(-1)!)}` : run.map(name))).join(', ')
}

const lengthText = (seconds: number, words: Words): string => {
  if (seconds >= 172_800 && seconds % 86_400 === 0) return words.days(seconds / 86_400)
  const parts = [
    [Math.floor(seconds / 3600), words.hours],
    [Math.floor((seconds % 3600) / 60), words.minutes],
    [seconds % 60, words.seconds],
  ] as const
  return parts.flatMap(([count, said]) => (count > 0 ? said(count) : [])).join(' ')
}

const dateText = (monthDay: string, words: Words) =>
  words.monthDay(words.months[Number(monthDay.slice(0, 2)) - 1]!, Number(monthDay.slice(3)))

/** The last day before one that is excluded. */
const lastBefore = (before: string) =>
  Temporal.PlainMonthDay.from(before).toPlainDate({ year: 2028 }).subtract({ days: 1 }).toString().slice(-5)

const whenText = (when: When, words: Words): string => {
  const { weekdays, nth, months, monthDays, yearly, fromDate, beforeDate, onDays, notOnDays, from, to } = when
  const days = weekdays && weekdays.length < 7 ? rangesText(weekdays, day => words.weekdays[day - 1]!) : ''
  const hasTimes = clockSeconds(from ?? '00:00') !== clockSeconds(to ?? '24:00') % 86_400
  return [
    hasTimes && `${clockText(from ?? '00:00')}–${clockText(to ?? '24:00')}`,
    nth ? nth.map(place => words.nth(place, days)).join(', ') : days,
    monthDays && words.ofMonth(rangesText(monthDays, String)),
    months && rangesText(months, month => words.months[month - 1]!),
    yearly && `${dateText(yearly.from, words)}–${dateText(lastBefore(yearly.before), words)}`,
    fromDate && words.from(`${dateText(fromDate.slice(5), words)}, ${fromDate.slice(0, 4)}`),
    beforeDate && words.until(`${dateText(beforeDate.slice(5), words)}, ${beforeDate.slice(0, 4)}`),
    onDays && words.onDays(onDays.join(', ')),
    notOnDays && words.notOnDays(notOnDays.join(', ')),
  ]
    .filter(Boolean)
    .join(' ')
}

const linePrice = ({ type, stepSeconds = 3600, cents }: PriceLine, words: Words): string => {
  if (cents === 0) return words.free
  if (type === 'total') return money(cents)
  if (type === 'flat') return words.flat(money(cents))
  const hourly = (cents * 3600) / stepSeconds
  return 3600 % stepSeconds === 0 && Number.isInteger(hourly)
    ? words.perHour(money(hourly))
    : words.perStep(money(cents), lengthText(stepSeconds, words))
}

const priceTexts = ({ lines, maxCents, waivedUpToSeconds }: Price, words: Words): string[] => [
  ...lines.map((line, i) => {
    if (lines.length === 1) return linePrice(line, words)
    return line.toSeconds === null
      ? words.after(lengthText(lines[i]!.fromSeconds, words), linePrice(line, words))
      : words.upTo(lengthText(line.toSeconds, words), linePrice(line, words))
  }),
  ...(maxCents ? [words.most(money(maxCents))] : []),
  ...(waivedUpToSeconds ? [words.waived(lengthText(waivedUpToSeconds, words))] : []),
]

const titleOf = ({ activity, tow, limits }: Rule, words: Words): string => {
  if (activity === 'none') return tow ? words.towAway : words.noParking
  if (activity === 'load') return words.loading
  if (activity === 'stop') return words.stopping
  return limits?.maxStaySeconds ? words.maxStay(lengthText(limits.maxStaySeconds, words)) : words.parking
}

/** What a rule says on a sign, line by line, the title first. */
export const signTexts = (rule: Rule, language: Language): string[] => {
  const words = dictionaries[language]
  const { activity, who, limits, price } = rule
  const stay = limits?.maxStaySeconds && activity !== 'park' ? limits.maxStaySeconds : 0
  const title = titleOf(rule, words)
  const why = inLanguage(rule.reason ?? rule.name, language)
  return [
    title,
    ...(activity === 'none' && why !== title ? [why] : []),
    ...rule.when.map(when => whenText(when, words)).filter(Boolean),
    ...(who.holds ? [words.holders(who.holds.join(', '))] : []),
    ...(who.not ? [words.notHolders(who.not.join(', '))] : []),
    ...(stay ? [words.maxStayCounted(lengthText(stay, words))] : []),
    ...(price ? priceTexts(price, words) : []),
    ...(limits?.noReturnSeconds ? [words.noReturn(lengthText(limits.noReturnSeconds, words))] : []),
  ]
}

const timeText = (at: Temporal.Instant, timeZone: string, language: Language, withDay: boolean): string => {
  const local = at.toZonedDateTimeISO(timeZone)
  const words = dictionaries[language]
  const clock = `${local.hour % 12 || 12}:${String(local.minute).padStart(2, '0')} ${local.hour < 12 ? 'AM' : 'PM'}`
  return withDay
    ? `${words.weekdays[local.dayOfWeek - 1]}, ${words.monthDay(words.months[local.month - 1]!, local.day)}, ${clock}`
    : clock
}

const lineText = ({ rule, from, to, cents, hourlyCents }: StayLine, timeZone: string, language: Language): string => {
  const words = dictionaries[language]
  const [begin, end] = [from, to].map(at => at.toZonedDateTimeISO(timeZone).toPlainDate())
  const times = [timeText(from, timeZone, language, true), timeText(to, timeZone, language, !begin!.equals(end!))]
  if (rule === 'unknown') return `${times.join('–')}. ${words.unknown}`
  const name =
    typeof rule === 'string' ? (rule === 'free' ? words.parking : words.closed) : inLanguage(rule.name, language)
  const amount = cents === 0 ? words.free : money(cents)
  return words.line(times.join('–'), name, hourlyCents ? `${amount} (${words.perHour(money(hourlyCents))})` : amount)
}

/** A stay as a driver reads it: each part with its price, the total, until when it is free, and when to leave. */
export const stayTexts = (stay: Evaluation, timeZone: string, language: Language): string[] => {
  const words = dictionaries[language]
  const time = (at: Temporal.Instant) => timeText(at, timeZone, language, true)
  const { latestEnd, latestEndWhy: why } = stay
  const isBan = why === 'closed' || why?.activity === 'none'
  const name = why && why !== 'closed' ? inLanguage(why.reason ?? why.name, language) : words.closed
  return [
    ...stay.lines.map(line => lineText(line, timeZone, language)),
    words.total(money(stay.totalCents)),
    ...(stay.freeUntil ? [words.freeUntil(time(stay.freeUntil))] : []),
    ...(latestEnd ? [isBan ? words.leaveBy(time(latestEnd), `${name}.`) : words.leaveByMaxStay(time(latestEnd))] : []),
  ]
}
