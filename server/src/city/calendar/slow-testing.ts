// For tests: an evaluator that shares nothing with the real one and walks second by second, written from the rules alone.
import type { Cap, Facts, Price, Rule, When } from '@parkit/contract/city/calendar-schemas'
import type { Calendar, Lists } from './calendar.ts'

type Wall = { date: string; second: number }
const quarter = 15 * 60
const formats = new Map<string, Intl.DateTimeFormat>()
const reads = new Map<string, Wall>()
/** What the clock on the wall reads, by Intl. Clocks are set on a quarter hour. */
const wall = (epoch: number, timeZone: string): Wall => {
  const since = epoch % quarter
  const { date, second } = reads.getOrInsertComputed(`${timeZone} ${epoch - since}`, () => {
    const format = formats.getOrInsertComputed(
      timeZone,
      () => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
    )
    const [date, time] = format.format((epoch - since) * 1000).split(' ')
    const [hours, minutes] = time!.split(':').map(Number)
    return { date: date!, second: hours! * 3600 + minutes! * 60 }
  })
  return { date, second: second + since }
}
const shifted = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
const secondOf = (time: string) => Number(time.slice(0, 2)) * 3600 + Number(time.slice(3)) * 60

const minutesKnown = new Map<string, number[]>()
/** Every minute, in epoch seconds, whose clock shows this date. */
const minutesOf = (date: string, timeZone: string): number[] =>
  minutesKnown.getOrInsertComputed(`${timeZone} ${date}`, () => {
    const begin = Date.parse(date) / 1000 - 16 * 3600
    return Array.from({ length: 56 * 60 }, (_, i) => begin + i * 60).filter(at => wall(at, timeZone).date === date)
  })

const hulls = new Map<string, [first: number, end: number] | null>()
/** From the first time to the last that a date's clock reads something between two times. */
const hullOf = (date: string, from: number, to: number, timeZone: string) =>
  hulls.getOrInsertComputed(`${timeZone} ${date} ${from} ${to}`, () => {
    const inside = minutesOf(date, timeZone).filter(minute => {
      const { second } = wall(minute, timeZone)
      return second >= from && second < to
    })
    return inside.length > 0 ? [inside[0]!, inside.at(-1)! + 60] : null
  })

/** True, false, or null: not known. */
type Truth = boolean | null
const all = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true)
const any = (truths: Truth[]): Truth => (truths.includes(true) ? true : truths.includes(null) ? null : false)

const fitsDate = ({ fromDate, beforeDate, yearly, months, weekdays, monthDays, nth }: When, date: string): boolean => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const weekday = new Date(Date.parse(date)).getUTCDay() || 7
  const short = date.slice(5)
  if (fromDate && date < fromDate) return false
  if (beforeDate && date >= beforeDate) return false
  if (yearly && yearly.from < yearly.before && !(short >= yearly.from && short < yearly.before)) return false
  if (yearly && yearly.from > yearly.before && short < yearly.from && short >= yearly.before) return false
  if (months && !months.includes(month)) return false
  if (weekdays && !weekdays.includes(weekday)) return false
  if (monthDays && !monthDays.includes(day)) return false
  if (!nth) return true
  let place = 1
  for (let other = day - 7; other >= 1; other -= 7) place++
  const isLast = day + 7 > new Date(Date.UTC(year, month, 0)).getUTCDate()
  return nth.some(one => (one === -1 ? isLast : one === place))
}

const inList = (lists: Lists, id: string, date: string): Truth => {
  const list = lists.get(id)
  if (list?.days.has(date)) return true
  return list && date <= list.knownUntil ? false : null
}

/** A part of a date on which a condition is true, false, or unknown; in seconds of its clock. */
type Part = { from: number; to: number; truth: Truth }
const partsOf = (
  date: string,
  from: string,
  to: string,
  dateOf: When['dateOf'],
  on: (date: string) => Truth,
): Part[] => {
  const [begin, end] = [secondOf(from), secondOf(to)]
  if (begin < end) return [{ from: begin, to: end, truth: on(date) }]
  const evening = { from: begin, to: 86_400, truth: on(date) }
  const morning = { from: 0, to: end, truth: on(dateOf === 'start' ? shifted(date, -1) : date) }
  return [evening, morning]
}

const partsOn = (when: When, date: string, lists: Lists): Part[] => {
  const { from = '00:00', to = '24:00', dateOf, onDays, notOnDays = [] } = when
  const others = (day: string): Truth => {
    const excluded = any(notOnDays.map(id => inList(lists, id, day)))
    return all([fitsDate(when, day), excluded === null ? null : !excluded])
  }
  if (!onDays) return partsOf(date, from, to, dateOf, others)
  return onDays.flatMap(id => {
    const timesOn = (day: string) => {
      const entry = lists.get(id)?.days.get(day)
      return entry?.from || entry?.to ? entry : null
    }
    const usual = partsOf(date, from, to, dateOf, day =>
      timesOn(day) ? false : all([others(day), inList(lists, id, day)]),
    )
    const special = [date, shifted(date, -1)].flatMap(begins => {
      const times = timesOn(begins)
      if (!times) return []
      return partsOf(date, times.from ?? '00:00', times.to ?? '24:00', 'start', day =>
        day === begins ? others(day) : false,
      )
    })
    return [...usual, ...special]
  })
}

const ruleHolds = (rule: Rule, epoch: number, { lists, banLists, timeZone }: Calendar): Truth => {
  const now = wall(epoch, timeZone)
  const isBan = rule.activity === 'none'
  if (rule.when.length === 0) return true
  const parts = rule.when.flatMap(when => partsOn(when, now.date, isBan ? banLists : lists))
  return any(
    parts.map(({ from, to, truth }) => {
      if (!isBan) return now.second >= from && now.second < to ? truth : false
      // the hour that comes twice is a ban's from the first time it begins to the last time it ends
      const hull = hullOf(now.date, from, to, timeZone)
      return hull && epoch >= hull[0] && epoch < hull[1] ? truth : false
    }),
  )
}

const fits = ({ who, spaceKinds }: Rule, facts: Facts): boolean => {
  if (spaceKinds && !spaceKinds.includes(facts.spaceKind)) return false
  if (who.vehicleKinds && !who.vehicleKinds.includes(facts.vehicleKind)) return false
  if (who.energy && (facts.energy === undefined || !who.energy.includes(facts.energy))) return false
  if (!(who.holds ?? []).every(one => facts.holds.includes(one))) return false
  return !(who.not ?? []).some(one => facts.holds.includes(one))
}

/** The id of the rule that prices a moment, or what the book says; and whether anybody may be here. */
type Moment = { price: string; rule: Rule | null; banned: boolean }
const momentOf = (calendar: Calendar, facts: Facts, epoch: number): Moment => {
  const { book, overrides } = calendar
  const now = Temporal.Instant.fromEpochMilliseconds(epoch * 1000)
  const running = overrides.filter(
    ({ startsAt, endsAt }) => Temporal.Instant.compare(startsAt, now) <= 0 && Temporal.Instant.compare(now, endsAt) < 0,
  )
  const closures = running.filter(({ rule }) => rule.activity === 'none')
  const rates = running
    .filter(({ rule }) => rule.activity !== 'none')
    .sort((a, b) => Temporal.Instant.compare(b.publishedAt, a.publishedAt))
  const byPriority = [...book.rules].sort((a, b) => a.priority - b.priority)
  const truths = (rules: Rule[]) =>
    rules
      .filter(rule => fits(rule, facts))
      .map(rule => ({ rule, truth: ruleHolds(rule, epoch, calendar) }))
      .filter(({ truth }) => truth !== false)
  const [closed, rated, ordinary] = [
    truths(closures.map(one => one.rule)),
    truths(rates.map(one => one.rule)),
    truths(byPriority),
  ]
  const first = [...closed, ...ordinary][0]
  const banned = first ? first.truth === true && first.rule.activity === 'none' : book.otherwise === 'closed'
  const pricing = [...closed, ...rated, ...ordinary].find(
    ({ rule, truth }) => truth === null || rule.activity !== 'none',
  )
  if (!pricing) return { price: book.otherwise, rule: null, banned }
  return pricing.truth === null
    ? { price: 'unknown', rule: null, banned }
    : { price: pricing.rule.id, rule: pricing.rule, banned }
}

/** Money that falls due in the `n`th second (0 is the first) of a rule's time, before its maximum. */
const dueIn = ({ lines }: Price, n: number): number => {
  let due = 0
  let before = 0
  for (const { type, fromSeconds, toSeconds, stepSeconds, cents } of lines) {
    const isIn = n >= fromSeconds && (toSeconds === null || n < toSeconds)
    if (type === 'flat' && n === fromSeconds) due += cents
    if (type === 'step' && isIn && (n - fromSeconds) % stepSeconds! === 0) due += cents
    if (type === 'total') {
      if (n === fromSeconds) due += cents - before
      before = cents
    }
  }
  return due
}

/** A purse that charges at most its cents between two resets. */
const createPurse = (cap: Cap, start: number, timeZone: string) => {
  let filled = 0
  let resetOn = cap.resetAt === undefined ? '' : wall(start, timeZone).date
  const reset = cap.resetAt === undefined ? 0 : secondOf(cap.resetAt)
  // before today's reset the last one was yesterday's; a skipped one comes as the clock jumps
  if (
    cap.resetAt !== undefined &&
    !minutesOf(resetOn, timeZone).some(at => at <= start && wall(at, timeZone).second >= reset)
  )
    resetOn = shifted(resetOn, -1)
  return {
    pass: (second: number) => {
      if (cap.resetAfterSeconds && second > 0 && second % cap.resetAfterSeconds === 0) filled = 0
      if (cap.resetAt === undefined) return
      const now = wall(start + second, timeZone)
      if (now.second >= reset && now.date > resetOn) {
        filled = 0
        resetOn = now.date
      }
    },
    charge: (cents: number) => {
      const taken = Math.min(cents, cap.cents - filled)
      filled += taken
      return taken
    },
  }
}

export type Walked = {
  totalCents: number
  /** by period */
  lines: { price: string; seconds: number; cents: number }[]
  /** epoch seconds, where it lies within the walk */
  latestEnd: number | null
}

/** `start` in epoch seconds; the price is that of so many seconds from the minute in which it lies. */
export const walk = (calendar: Calendar, facts: Facts, start: number, seconds: number): Walked => {
  const { book, timeZone } = calendar
  const begin = start - (start % 60)
  const moments = new Map<number, Moment>()
  const changes = calendar.overrides.flatMap(one => [one.startsAt, one.endsAt]).map(at => at.epochMilliseconds / 1000)
  // rules change on the minute, overrides at any second
  const moment = (epoch: number) => {
    const at = Math.max(epoch - (epoch % 60), ...changes.filter(change => change <= epoch))
    return moments.getOrInsertComputed(at, () => momentOf(calendar, facts, at))
  }
  const purses = book.caps.map(cap => ({ cap, purse: createPurse(cap, begin, timeZone) }))
  const lines: Walked['lines'] = []
  let raw = 0
  let last: Rule | string | null = null
  let n = 0
  for (let second = 0; second < seconds; second++) {
    for (const { purse } of purses) purse.pass(second)
    const { price, rule } = moment(begin + second)
    if ((rule ?? price) !== last) {
      last = rule ?? price
      lines.push({ price, seconds: 0, cents: 0 })
      n = 0
      raw = 0
    }
    const line = lines.at(-1)!
    line.seconds++
    const given = rule?.price
    if (given && seconds > (given.waivedUpToSeconds ?? 0)) {
      const due = dueIn(given, given.count === 'stay' ? second : n)
      const most = given.maxCents ?? Infinity
      let cents = Math.min(most, raw + due) - Math.min(most, raw)
      raw += due
      const own = purses.find(({ cap }) => cap.ruleIds !== 'all' && cap.ruleIds.includes(rule.id))
      if (own) cents = own.purse.charge(cents)
      const whole = purses.find(({ cap }) => cap.ruleIds === 'all')
      if (whole) cents = whole.purse.charge(cents)
      line.cents += cents
    }
    n++
  }
  const spent = new Map<string, number>()
  let latestEnd: number | null = null
  for (let at = start; at < begin + seconds && latestEnd === null; at++) {
    const { rule, banned } = moment(at)
    const limits = rule?.limits
    if (banned) latestEnd = at
    if (!limits?.maxStaySeconds || banned) continue
    const isPaid = rule!.price!.lines.some(({ cents }) => cents > 0) && rule!.price!.maxCents !== 0
    if (limits.maxStayCounts === 'paid' && !isPaid) continue
    const group = limits.limitGroup ? `group ${limits.limitGroup}` : rule!.id
    const used = limits.maxStayCounts === 'stay' ? at - start : (spent.get(group) ?? 0)
    if (used >= limits.maxStaySeconds) latestEnd = at
    else if (limits.maxStayCounts !== 'stay') spent.set(group, used + 1)
  }
  return { totalCents: lines.reduce((sum, { cents }) => sum + cents, 0), lines, latestEnd }
}
