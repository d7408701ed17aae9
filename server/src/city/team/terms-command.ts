// `npm run city:terms`: shows a city's terms, or sets new ones: its service fee, free cancels, and the step of extensions, how long plates are known.
import { userInfo } from 'node:os'
import { type CityRow, CityTerms, createCities, termsAt } from '#city/cities/cities.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { scopedTo } from '#platform/city-scope.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { actorOf, setTerms } from './team.ts'

const usage = `Usage: npm run city:terms -- CITY
       npm run city:terms -- CITY [--fee CENTS] [--free-cancel-seconds N] [--free-cancels-plate N] [--free-cancels-account N]
                             [--extend-minutes N] [--history-days N] [--from 2026-12-01T00:00] [--by EMAIL]
What is left out stays. New terms hold for stays that begin at --from, in the city's time, or later; without it in two minutes.
In a live city somebody else has to agree before --from.`

const names = {
  fee: 'serviceFeeCents',
  'free-cancel-seconds': 'freeCancelSeconds',
  'free-cancels-plate': 'freeCancelsPlateZoneDay',
  'free-cancels-account': 'freeCancelsAccountDay',
  'extend-minutes': 'autoExtendMinutes',
  'history-days': 'historyDays',
} as const satisfies Record<string, keyof CityTerms>

const text = { type: 'string' } as const
const options = {
  fee: text,
  'free-cancel-seconds': text,
  'free-cancels-plate': text,
  'free-cancels-account': text,
  'extend-minutes': text,
  'history-days': text,
  from: text,
  by: { ...text, default: userInfo().username },
}
const { code, from, by, given } = readCommandLine(usage, options, ({ from, by, ...rest }, [code, ...more]) => {
  const given = Object.entries(rest).map(([name, value]) => [names[name as keyof typeof names], Number(value)])
  const isWhole = more.length === 0 && (given.length > 0 || from === undefined)
  return code && isWhole ? { code, from, by, given: Object.fromEntries(given) as Partial<CityTerms> } : null
})

const line = ({ timeZone }: CityRow, { version, inForceMs, ...terms }: CityRow['terms'][number]) => {
  const from = Temporal.Instant.fromEpochMilliseconds(inForceMs).toZonedDateTimeISO(timeZone).toPlainDateTime()
  const said = Object.entries(names).map(([name, key]) => `${name} ${terms[key]}`)
  return `${version}  from ${inForceMs === 0 ? 'the start' : from.toString({ smallestUnit: 'minute' })}  ${said.join(', ')}`
}

/** Throws where the text is no time, or less than a minute away. */
const startOf = (text: string | undefined, { timeZone }: CityRow, now: Temporal.Instant): Temporal.Instant => {
  if (text === undefined) return now.add({ minutes: 2 })
  let from: Temporal.Instant
  try {
    from = Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
  } catch {
    throw new Error(`A time is written as 2026-12-01T00:00, not ${text}.`)
  }
  if (Temporal.Instant.compare(from, now.add({ seconds: 60 })) < 0)
    throw new Error('New terms begin in a minute at the earliest, so that every server knows them by then.')
  return from
}

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const cities = createCities({ db, clock: systemClock })
  const find = async () => (await cities.find(code)) ?? Promise.reject(new Error(`There is no city ${code}.`))
  const change = async () => {
    const city = await find()
    const now = systemClock.now()
    const start = startOf(from, city, now)
    const { version: _, inForceMs: __, ...known } = termsAt(city.terms, start)
    const read = CityTerms.safeParse({ ...known, ...given })
    if (!read.success) {
      const [issue] = read.error.issues
      throw new Error(`${issue!.path.join('.')}: ${issue!.message}`)
    }
    const actor = await actorOf(db.pool, by)
    const draft = { terms: read.data, from: start }
    const proposal = await scopedTo(db, city.id).transaction(tx => setTerms(tx, city, draft, actor, now))
    if (proposal)
      console.log(`Somebody else has to agree: npm run city:proposals -- ${city.code} --approve ${proposal} --by EMAIL`)
  }
  if (Object.keys(given).length > 0) await change()
  const city = await find()
  for (const version of city.terms) console.log(line(city, version))
})
