// A rule as a sign painter writes it, and a stay line by line: English, Spanish, Hindi. Pure.
import type { Price, PriceLine, Rule, RuleBook, Text, When } from '@parkit/contract/city/calendar-schemas'
import type { Language } from '@parkit/contract/platform/errors'
import { moneyText, toDollars } from '@parkit/contract/platform/money'
import { clockSeconds } from './days.ts'
import type { Evaluation, StayLine } from './evaluate.ts'
import { isPaid } from './price.ts'
import type { Winner } from './stretches.ts'
import { en, type Words } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const dictionaries: Record<Language, Words> = { en, es, hi }
const money = (cents: number) => moneyText(toDollars(cents))
/** What ParkIt itself names in English is said in every language. */
const ownNames = ['closed', 'towAway', 'noParking', 'free'] as const
const inLanguage = (text: Text, language: Language): string => {
  const own = ownNames.find(name => en[name] === text.en)
  return text[language] ?? (own ? dictionaries[language][own] : text.en)
}

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

const listNames = (ids: string[], words: Words) => ids.map(id => words.lists[id] ?? id.replaceAll('-', ' ')).join(', ')

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
    onDays && words.onDays(listNames(onDays, words)),
    notOnDays && words.notOnDays(listNames(notOnDays, words)),
  ]
    .filter(Boolean)
    .join(' ')
    .replace(/^\p{Ll}/u, letter => letter.toUpperCase())
}

/** A night that is written as two windows, cut at midnight, is said as one. */
const joinNights = (all: When[]): When[] => {
  const nextDays = (days: number[]) => days.map(day => (day % 7) + 1).toSorted()
  const restOf = ({ weekdays: _days, from: _from, to: _to, ...rest }: When) => JSON.stringify(rest)
  const morningOf = (when: When) =>
    when.to === '24:00' && when.from !== '00:00' && when.weekdays
      ? all.find(
          other =>
            other.from === '00:00' &&
            other.to !== '24:00' &&
            String(other.weekdays?.toSorted()) === String(nextDays(when.weekdays!)) &&
            restOf(other) === restOf(when),
        )
      : undefined
  const mornings = new Set(all.map(morningOf))
  return all
    .filter(when => !mornings.has(when))
    .map(when => {
      const to = morningOf(when)?.to
      return to === undefined ? when : { ...when, to }
    })
}

/** The days and times of each of a rule's windows; none: always. */
export const whenTexts = (when: When[], language: Language): string[] =>
  joinNights(when)
    .map(one => whenText(one, dictionaries[language]))
    .filter(Boolean)

const linePrice = ({ type, stepSeconds = 3600, cents }: PriceLine, words: Words): string => {
  if (cents === 0) return words.free
  if (type === 'total') return money(cents)
  if (type === 'flat') return words.flat(money(cents))
  const hourly = (cents * 3600) / stepSeconds
  return 3600 % stepSeconds === 0 && Number.isInteger(hourly)
    ? words.perHour(money(hourly))
    : words.perStep(money(cents), lengthText(stepSeconds, words))
}

/** A line for each of its lines. */
export const priceTexts = (price: Price, language: Language): string[] => pricesOf(price, dictionaries[language])
const pricesOf = ({ lines, maxCents, waivedUpToSeconds }: Price, words: Words): string[] => [
  ...lines.map((line, i) => {
    if (lines.length === 1) return linePrice(line, words)
    return line.toSeconds === null
      ? words.after(lengthText(lines[i]!.fromSeconds, words), linePrice(line, words))
      : words.upTo(lengthText(line.toSeconds, words), linePrice(line, words))
  }),
  ...(maxCents ? [words.most(money(maxCents))] : []),
  ...(waivedUpToSeconds ? [words.waived(lengthText(waivedUpToSeconds, words))] : []),
]

/** Free time under a limit of paid time has no maximum. */
const longestOf = (rule: Rule): number => {
  const { maxStaySeconds = 0, maxStayCounts } = rule.limits ?? {}
  return maxStayCounts === 'paid' && !isPaid(rule) ? 0 : maxStaySeconds
}

/** `2 hr max`; null: no longest stay. */
export const maxStayText = (rule: Rule, language: Language): string | null => {
  const longest = longestOf(rule)
  const words = dictionaries[language]
  return longest > 0 ? words.maxStayCounted(lengthText(longest, words)) : null
}

const titleOf = (rule: Rule, words: Words): string => {
  const { activity, tow, name } = rule
  if (activity === 'none') return tow ? words.towAway : name.en === en.closed ? words.closed : words.noParking
  if (activity === 'load') return words.loading
  if (activity === 'stop') return words.stopping
  const longest = longestOf(rule)
  return longest > 0 ? words.maxStay(lengthText(longest, words)) : words.parking
}

/** What a rule says on a sign, line by line, the title first. */
export const signTexts = (rule: Rule, language: Language): string[] => {
  const words = dictionaries[language]
  const { activity, who, limits, price, spaceKinds } = rule
  const stay = activity === 'park' ? null : maxStayText(rule, language)
  const title = titleOf(rule, words)
  const why = inLanguage(rule.reason ?? rule.name, language)
  return [
    title,
    ...(activity === 'none' && why !== title ? [why] : []),
    ...whenTexts(rule.when, language),
    ...(spaceKinds ? [spaceKinds.map(kind => words.spaces[kind]).join(', ')] : []),
    ...(who.vehicleKinds ? [words.vehicles([...who.vehicleKinds, ...(who.energy ?? [])].join(', '))] : []),
    ...(who.energy && !who.vehicleKinds ? [words.vehicles(who.energy.join(', '))] : []),
    ...(who.holds ? [words.holders(who.holds.join(', '))] : []),
    ...(who.not ? [words.notHolders(who.not.join(', '))] : []),
    ...(stay ? [stay] : []),
    ...(price ? pricesOf(price, words) : []),
    ...(limits?.noReturnSeconds ? [words.noReturn(lengthText(limits.noReturnSeconds, words))] : []),
  ]
}

/** What an event rate says: as a sign, under the event's name instead of the word for parking alone. */
export const eventTexts = (rule: Rule, language: Language): string[] => {
  const [title = '', ...lines] = signTexts(rule, language)
  return [inLanguage(rule.name, language), ...(title === dictionaries[language].parking ? [] : [title]), ...lines]
}

/** What holds while a rule decides, as its sign says it without its days and times; or what holds where none does. */
export const heldTexts = (rule: Winner, language: Language): string[] => {
  const words = dictionaries[language]
  if (typeof rule !== 'string') return signTexts({ ...rule, when: [] }, language)
  return rule === 'free' ? [words.parking, words.free] : [rule === 'closed' ? words.closed : words.rateUnknown]
}

/** How long the steps are by which an hourly price is charged. */
const incrementsOf = ({ price }: Rule, language: Language): string[] => {
  const words = dictionaries[language]
  const steps = (price?.lines ?? []).flatMap(({ stepSeconds = 3600 }) =>
    stepSeconds < 3600 && 3600 % stepSeconds === 0 ? stepSeconds : [],
  )
  return [...new Set(steps)].map(step => words.increments(lengthText(step, words)))
}

/** All rules of a book by precedence, as its signs say them; what holds when no other does says so. */
export const bookTexts = ({ rules }: RuleBook, language: Language): { rule: Rule; lines: string[] }[] =>
  rules
    .toSorted((a, b) => a.priority - b.priority)
    .map((rule, i, sorted) => {
      const [title = '', ...lines] = signTexts(rule, language)
      const hasTimes = whenTexts(rule.when, language).length > 0
      const isRest = !hasTimes && sorted.slice(0, i).some(({ activity }) => activity !== 'none')
      const { otherTimes } = dictionaries[language]
      return { rule, lines: [title, ...(isRest ? [otherTimes] : []), ...lines, ...incrementsOf(rule, language)] }
    })

/** The most that parking costs, a sentence for each cap; null: no cap. */
export const capText = ({ rules, caps }: RuleBook, language: Language): string | null => {
  const words = dictionaries[language]
  const textOf = ({ cents, ruleIds, resetAt, resetAfterSeconds }: RuleBook['caps'][number]) => {
    const most = resetAfterSeconds
      ? words.capIn(money(cents), lengthText(resetAfterSeconds, words))
      : resetAt
        ? words.capDay(money(cents), clockText(resetAt))
        : words.capStay(money(cents))
    const names = rules.filter(({ id }) => ruleIds.includes(id)).map(({ name }) => inLanguage(name, language))
    return ruleIds === 'all' ? most : `${names.join(', ')}: ${most}`
  }
  return caps.length === 0 ? null : caps.map(textOf).join(' ')
}

const timeText = (at: Temporal.Instant, timeZone: string, language: Language, withDay: boolean): string => {
  const local = at.toZonedDateTimeISO(timeZone)
  const words = dictionaries[language]
  const clock = `${local.hour % 12 || 12}:${String(local.minute).padStart(2, '0')} ${local.hour < 12 ? 'AM' : 'PM'}`
  return withDay
    ? `${words.weekdays[local.dayOfWeek - 1]}, ${words.monthDay(words.months[local.month - 1]!, local.day)}, ${clock}`
    : clock
}

/** `Sat, Apr 11, 5:00 PM–11:00 PM`. */
export const spanText = (
  from: Temporal.Instant,
  to: Temporal.Instant,
  timeZone: string,
  language: Language,
): string => {
  const [begin, end] = [from, to].map(at => at.toZonedDateTimeISO(timeZone).toPlainDate())
  return `${timeText(from, timeZone, language, true)}–${timeText(to, timeZone, language, !begin!.equals(end!))}`
}

const lineText = ({ rule, from, to, cents, hourlyCents }: StayLine, timeZone: string, language: Language): string => {
  const words = dictionaries[language]
  const times = spanText(from, to, timeZone, language)
  if (rule === 'unknown') return `${times}. ${words.unknown}`
  const name =
    typeof rule === 'string' ? (rule === 'free' ? words.parking : words.closed) : inLanguage(rule.name, language)
  const amount = cents === 0 ? words.free : money(cents)
  return words.line(times, name, hourlyCents ? `${amount} (${words.perHour(money(hourlyCents))})` : amount)
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
