// `npm run city:days`: publishes a city's list of days from a file, or the federal holidays, lists what there is, and removes days.
import { readFileSync } from 'node:fs'
import type { DayList } from '@parkit/contract/city/calendar-schemas'
import { federalHolidays } from '#city/calendar/calendar.ts'
import { type CityRow, createCities } from '#city/cities/cities.ts'
import { daysRunningOut, listDays, publishDays, removeDays } from '#city/rules/rules.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { readDays } from './day-file.ts'

const usage = `Usage: npm run city:days -- CITY LIST [FILE.csv] [--us-federal YEARS] [--known-until 2027-12-31] [--name "Holidays"]
       npm run city:days -- CITY LIST --remove 2026-12-24,2026-12-26
       npm run city:days -- CITY LIST --remove all
       npm run city:days -- CITY
A file has the columns day and name, and from and to where a day has a window of its own. It is the whole list from today on.`

const mostYears = 20

const text = { type: 'string' } as const
const options = readCommandLine(
  usage,
  { 'us-federal': text, 'known-until': text, name: text, remove: text },
  (values, [code, listId, file, ...rest]) => {
    const years = values['us-federal'] === undefined ? 0 : Number(values['us-federal'])
    const isPublished = file !== undefined || years > 0
    const isWhole =
      code !== undefined &&
      rest.length === 0 &&
      Number.isInteger(years) &&
      years >= 0 &&
      years <= mostYears &&
      (listId === undefined
        ? Object.keys(values).length === 0
        : values.remove === undefined
          ? isPublished && (years > 0 || values['known-until'] !== undefined)
          : !isPublished)
    return isWhole ? { code, listId, file, years, ...values } : null
  },
)

/** Days of the file, and the holidays of so many years from this one on that it does not name. Throws at the first refused row. */
const listOf = ({ timeZone }: CityRow, now: Temporal.Instant): DayList => {
  const { days, refused } =
    options.file === undefined ? { days: [], refused: [] } : readDays(readFileSync(options.file))
  for (const { row, field, reason } of refused) console.error(`row ${row}: ${field} ${reason}`)
  if (refused.length > 0) throw new Error('Nothing is published: a day that is left out would be charged.')
  const { year } = now.toZonedDateTimeISO(timeZone)
  const holidays = Array.from({ length: options.years }, (_, i) => federalHolidays(year + i)).flat()
  const named = new Set(days.map(({ day }) => day))
  return {
    days: [...days, ...holidays.filter(({ day }) => !named.has(day))].toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    knownUntil: options['known-until'] ?? `${year + options.years - 1}-12-31`,
  }
}

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const now = systemClock.now()
  const city = await createCities({ db, clock: systemClock }).find(options.code)
  if (!city) throw new Error(`There is no city ${options.code}.`)
  const { listId, remove, name } = options
  const own = { city: city.id, timeZone: city.timeZone }
  if (listId === undefined) {
    const lists = await listDays(db.pool, own, now)
    if (lists.length === 0) console.log(`${city.name} has no lists of days.`)
    for (const { listId, name, list } of lists) {
      console.log(`${listId}: ${name}, known until ${list.knownUntil}`)
      for (const { day, name, from, to } of list.days) console.log(`  ${day}  ${from ? `${from}–${to}  ` : ''}${name}`)
    }
  } else if (remove !== undefined) {
    const days = remove === 'all' ? {} : { days: remove.split(',').map(day => day.trim()) }
    const count = await db.transaction(tx => removeDays(tx, { ...own, listId, ...days }, now))
    console.log(
      `${remove === 'all' ? `The list ${listId} is removed, with ${count}` : `Removed ${count}`} days to come.`,
    )
  } else {
    const list = listOf(city, now)
    const known = (await listDays(db.pool, own, now)).find(one => one.listId === listId)
    const draft = { ...own, listId, name: name ?? known?.name ?? listId, list }
    const { added, removed, same } = await db.transaction(tx => publishDays(tx, draft, now))
    console.log(`Published: ${added} days added, ${removed} removed, ${same} the same; known until ${list.knownUntil}.`)
  }
  for (const warning of await daysRunningOut(db.pool, now, city.id)) console.log(warning)
})
