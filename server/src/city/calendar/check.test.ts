// What is refused in a rule book, with its field and a reason in plain words, and what is only worth a second look.
import { describe, expect, test } from 'vitest'
import { readBook, readDayList } from './calendar.ts'
import { ban, calendar, during, flat, price, rule, steps } from './testing.ts'

const lists = new Set(['holidays'])
const sound = () =>
  structuredClone(
    calendar(
      [
        ban({ id: 'sweeping', priority: 10, when: [during({ weekdays: [2], nth: [2], from: '08:00', to: '12:00' })] }),
        rule({
          id: 'meter',
          priority: 20,
          price: price(steps(50, 900)),
          when: [during({ notOnDays: ['holidays'], from: '08:00', to: '20:00' })],
          limits: { maxStaySeconds: 7200, maxStayCounts: 'paid', limitGroup: 'block', noReturnScope: 'zone' },
        }),
        rule({ id: 'free', priority: 30 }),
      ],
      { caps: [{ cents: 1000, ruleIds: 'all', resetAt: '05:00' }] },
    ).book,
  )
type Book = ReturnType<typeof sound>
type Loose = { rules: Record<string, unknown>[] }
const [sweeping, meter] = [0, 1]

test('a sound book is taken whole', () => {
  expect(readBook(sound(), lists)).toEqual({ book: sound(), problems: [] })
})

describe('refused', () => {
  const when = (book: Book, given: object) => Object.assign(book.rules[sweeping]!.when[0]!, given)
  test.each<[field: string, reason: string, spoil: (book: Book) => unknown]>([
    [
      'rules[0].when[0].fromDate',
      'must be a date that exists, as 2026-11-24',
      book => when(book, { fromDate: '2026-02-29' }),
    ],
    [
      'rules[0].when[0].beforeDate',
      'is not after fromDate, so no day fits',
      book => when(book, { fromDate: '2026-05-01', beforeDate: '2026-05-01' }),
    ],
    [
      'rules[0].when[0].yearly.before',
      'is the same day as from: leave yearly out for the whole year',
      book => when(book, { yearly: { from: '04-01', before: '04-01' } }),
    ],
    [
      'rules[0].when[0].months',
      'cannot be combined with yearly',
      book => when(book, { yearly: { from: '04-01', before: '05-01' }, months: [4] }),
    ],
    ['rules[0].when[0].nth', 'needs weekdays', book => when(book, { weekdays: undefined })],
    [
      'rules[0].when[0].monthDays',
      'no such day in these months',
      book => when(book, { months: [2, 4], monthDays: [31] }),
    ],
    ['rules[0].when[0].weekdays', 'is empty, leave it out', book => when(book, { weekdays: [] })],
    ['rules[0].when[0].weekdays[0]', 'must be a weekday from 1 (Monday) to 7', book => when(book, { weekdays: [0] })],
    ['rules[0].when[0].from', 'must be a time from 00:00 to 24:00', book => when(book, { from: '8 AM' })],
    ['rules[0].when[0].from', '24:00 is 00:00 of the next day', book => when(book, { from: '24:00' })],
    ['rules[0].when[0].onDays[0]', 'no list of days is called snow', book => when(book, { onDays: ['snow'] })],
    [
      'rules[0].when[0].notOnDays',
      'excludes every day of onDays',
      book => when(book, { onDays: ['holidays'], notOnDays: ['holidays'] }),
    ],
    [
      'rules[0].when[0]',
      expect.stringMatching(/^has an unknown field: weekday. There are: fromDate, /),
      book => when(book, { weekday: [1] }),
    ],
    [
      'rules[0].price',
      'nobody may stop here, so nothing is paid',
      book => (book.rules[sweeping]!.price = price(flat(0))),
    ],
    ['rules[1].price', 'is missing: free time is a line of 0 cents', book => (book.rules[meter]!.price = undefined)],
    ['rules[1].tow', 'cars are towed only where nobody may stop', book => (book.rules[meter]!.tow = true)],
    ['rules[1].id', 'another rule is called sweeping', book => (book.rules[meter]!.id = 'sweeping')],
    ['rules[1].priority', 'is 0, which closures and event rates have', book => (book.rules[meter]!.priority = 0)],
    [
      'rules[1].price.lines[0].cents',
      'must be a whole number of cents',
      book => (book.rules[meter]!.price!.lines[0]!.cents = 2.5),
    ],
    [
      'rules[1].price.lines[0].cents',
      'must be a whole number of cents',
      book => (book.rules[meter]!.price!.lines[0]!.cents = -1),
    ],
    [
      'rules[1].price.lines',
      'nothing holds after second 3600: end with toSeconds null',
      book => (book.rules[meter]!.price = price(steps(50, 900, 0, 3600))),
    ],
    [
      'rules[1].price.lines[1].fromSeconds',
      'leaves a gap: nothing holds from second 3600 to 7200',
      book => (book.rules[meter]!.price = price(steps(50, 900, 0, 3600), flat(0, 7200))),
    ],
    [
      'rules[1].price.lines[1].fromSeconds',
      'overlaps: two lines hold at second 1800',
      book => (book.rules[meter]!.price = price(steps(50, 900, 0, 3600), flat(0, 1800))),
    ],
    [
      'rules[1].price.lines[0].stepSeconds',
      'is missing: a step needs a length',
      book => delete book.rules[meter]!.price!.lines[0]!.stepSeconds,
    ],
    [
      'rules[1].price.lines[1].cents',
      'is less than the total before, so a longer stay would cost less',
      book =>
        (book.rules[meter]!.price = price(
          { type: 'total', fromSeconds: 0, toSeconds: 3600, cents: 900 },
          { type: 'total', fromSeconds: 3600, toSeconds: null, cents: 800 },
        )),
    ],
    [
      'rules[1].limits.maxStaySeconds',
      'is shorter than the shortest stay',
      book => (book.rules[meter]!.limits!.minStaySeconds = 9000),
    ],
    [
      'caps[0]',
      'has two kinds of reset: keep resetAt or resetAfterSeconds',
      book => (book.caps[0]!.resetAfterSeconds = 86_400),
    ],
    ['caps[0].ruleIds', 'no rule is called night', book => (book.caps[0]!.ruleIds = ['night'])],
    ['caps[1].ruleIds', 'another cap covers all', book => book.caps.push(book.caps[0]!)],
    ['otherwise', 'must be free, closed, or unknown', book => delete (book as Partial<Book>).otherwise],
    ['rules[1].name.en', 'is empty', book => (book.rules[meter]!.name.en = '')],
    [
      'rules[1].activity',
      'must be park, load, stop, or none',
      book => ((book as unknown as Loose).rules[meter]!.activity = 'wait'),
    ],
  ])('%s %s', (field, reason, spoil) => {
    const book = sound()
    spoil(book)
    const read = readBook(book, lists)
    expect(read.book).toBeNull()
    expect(read.problems).toContainEqual({ field, reason, isWarning: false })
  })
})

describe('warned of, and taken', () => {
  test.each<[field: string, reason: string, spoil: (book: Book) => unknown]>([
    [
      'rules[2].priority',
      'is that of meter: where both hold, the one listed first wins',
      book => (book.rules[2]!.priority = 20),
    ],
    ['caps[0].cents', 'is less than a single step', book => (book.caps[0]!.cents = 40)],
    [
      'rules[1].limits',
      'the shortest or longest stay is no whole number of steps',
      book => (book.rules[meter]!.limits!.maxStaySeconds = 7000),
    ],
    [
      'rules[1].price.lines[0].stepSeconds',
      'the last step is cut short and costs as much as a whole one',
      book => (book.rules[meter]!.price = price(steps(50, 900, 0, 1000), flat(0, 1000))),
    ],
  ])('%s %s', (field, reason, spoil) => {
    const book = sound()
    spoil(book)
    expect(readBook(book, lists)).toEqual({ book, problems: [{ field, reason, isWarning: true }] })
  })
})

test('a list of days is refused with a day that does not exist, comes twice, or is not known yet', () => {
  const days = (...given: string[]) => given.map(day => ({ day, name: 'Holiday' }))
  const sound = { days: days('2026-07-03', '2028-02-29'), knownUntil: '2028-12-31' }
  expect(readDayList(sound)).toEqual({ list: sound, problems: [] })
  const first = (list: object) => readDayList({ ...sound, ...list }).problems[0]
  expect(first({ days: days('2026-02-29') })).toMatchObject({
    field: 'days[0].day',
    reason: 'must be a date that exists, as 2026-11-24',
  })
  expect(first({ days: days('2026-07-03', '2026-07-03') })).toMatchObject({
    field: 'days[1].day',
    reason: 'is listed twice',
  })
  expect(first({ knownUntil: '2027-12-31' })).toMatchObject({ field: 'days[1].day', reason: 'is after knownUntil' })
})
