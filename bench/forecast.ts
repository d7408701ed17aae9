// The forecast beside simpler ones, on counts of real car parks: `node bench/forecast.ts [folder]`, where the folder is that of the series
// `bath-uk`, which is not part of ParkIt. Mean absolute errors in percent of the spaces, over the last four weeks, forecast every third hour.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CountedHour, forecastOf, learn } from '../server/src/city/places/forecast.ts'
import { report, tableText } from './figures.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/occupancy/bath-uk')
const timeZone = 'Europe/London'
const weekHours = 168
const testWeeks = 4
const everyHours = 3
const hourMs = 3_600_000
/** Good Friday and Easter Monday */
const holidays = new Set(['2016-03-25', '2016-03-28'].map(day => Date.parse(day) / (24 * hourMs)))
const isNamedDay = (day: number) => holidays.has(day)

/** A list of days on which nothing went on, each on another weekday: what is learned of it must not make the forecast worse. */
const everyDays = 8
const idleEvent = (day: number) => (day % everyDays === 0 ? 'idle' : null)

type Park = { name: string; capacity: number; hours: CountedHour[] }

const readParks = (file: string): Park[] => {
  const parks = new Map<string, { capacity: number; hours: Map<number, number[]> }>()
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [name = '', wall = '', taken, capacity] = line.split(',')
    const at = Temporal.PlainDateTime.from(wall).toZonedDateTime(timeZone).epochMilliseconds
    const park = parks.getOrInsertComputed(name, () => ({ capacity: 0, hours: new Map() }))
    // some report fewer spaces for a time
    park.capacity = Math.max(park.capacity, Number(capacity))
    park.hours.getOrInsertComputed(Math.floor(at / hourMs), () => []).push(Number(taken))
  }
  return [...parks].map(([name, { capacity, hours }]) => ({
    name,
    capacity,
    hours: [...hours].map(([hour, counts]) => [hour, counts.reduce((sum, each) => sum + each) / counts.length]),
  }))
}

const meanOf = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

/** Errors of the same hours by each way; `said` is the error the forecast gives itself. */
const backtest = ({ capacity, hours }: Park, eventOf: (day: number) => string | null = () => null) => {
  const shares = new Map(hours.map(([hour, taken]) => [hour, Math.min(1, taken / capacity)]))
  const end = Math.max(...shares.keys()) + 1
  const errors = {
    forecast: [] as number[],
    'next hour': [] as number[],
    average: [] as number[],
    'last week': [] as number[],
  }
  const said: number[] = []
  let [shown, asked] = [0, 0]
  for (let origin = end - testWeeks * weekHours; origin < end; origin += everyHours) {
    const now = Temporal.Instant.fromEpochMilliseconds(origin * hourMs)
    const learned = learn({ hours, capacity, timeZone, isNamedDay, eventOf }, now)
    asked++
    if (typeof learned === 'string') continue
    shown++
    said.push(learned.error)
    const average = meanOf([...shares].flatMap(([hour, share]) => (hour < origin ? [share] : [])))
    for (const { At, Taken } of forecastOf({ capacity, timeZone }, learned, null, now)) {
      const hour = Date.parse(At) / hourMs
      const [share, before] = [shares.get(hour), shares.get(hour - weekHours)]
      if (share === undefined || before === undefined) continue
      errors.forecast.push(Math.abs(share - Taken))
      if (hour === origin) errors['next hour'].push(Math.abs(share - Taken))
      errors.average.push(Math.abs(share - average))
      errors['last week'].push(Math.abs(share - before))
    }
  }
  return { errors, said, shown: shown / asked }
}

const percent = (share: number) => (share * 100).toFixed(1)
const [file] = globSync('records-*.csv', { cwd: existsSync(folder) ? folder : '.' })
if (!file) console.log(`Skipped: the series bath-uk is not in ${folder}`)
else {
  const parks = readParks(join(folder, file))
  const tested = parks.map(park => ({ park, ...backtest(park), withEvents: backtest(park, idleEvent).errors.forecast }))
  const ways = ['forecast', 'next hour', 'average', 'last week'] as const
  console.log(
    tableText(
      ['car park', 'spaces', 'shown', 'says', ...ways, 'with idle events'],
      tested.map(({ park, errors, said, shown, withEvents }) => [
        park.name,
        String(park.capacity),
        `${percent(shown)} %`,
        percent(meanOf(said)),
        ...ways.map(way => percent(meanOf(errors[way]))),
        percent(meanOf(withEvents)),
      ]),
    ),
  )
  const all = (way: (typeof ways)[number]) => meanOf(tested.flatMap(({ errors }) => errors[way])) * 100
  const own = { what: 'mean absolute error of the forecast, 24 hours', value: all('forecast'), unit: '% of the spaces' }
  report({ ...own, peer: { what: "the zone's average", value: all('average'), limit: 0.5 } })
  report({ ...own, what: 'the same', peer: { what: 'the same hour last week', value: all('last week'), limit: 0.95 } })
  report({
    what: 'the same with a list of days on which nothing went on',
    value: meanOf(tested.flatMap(({ withEvents }) => withEvents)) * 100,
    unit: own.unit,
    peer: { what: 'without the list', value: own.value, limit: 1.05 },
  })
  report({ ...own, what: 'of its first hour', value: all('next hour') })
}
