// `npm run city:close`: closes zones of a city between two instants, cancels a closure, or lists those to come.
import { parseArgs } from 'node:util'
import { type CityRow, createCities } from '#city/cities/cities.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { migrate } from '#platform/migrate.ts'
import { cancelOverride, listOverrides, type OverrideRow, publishClosure } from './overrides.ts'

const usage = `Usage: npm run city:close -- CITY --zones 4526,4530 --from 2026-11-26T15:00 --to 2026-11-27T02:00 --reason "Street fair" [--tow]
       npm run city:close -- CITY --cancel ID
       npm run city:close -- CITY
Times are the city's. --from may be "now".`

const readOptions = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        zones: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        reason: { type: 'string' },
        tow: { type: 'boolean', default: false },
        cancel: { type: 'string' },
      },
    })
    const [code, ...rest] = positionals
    const given = [values.zones, values.from, values.to, values.reason].filter(value => value !== undefined).length
    const isWhole = given === 0 ? !values.tow : given === 4 && values.cancel === undefined
    return code && rest.length === 0 && isWhole ? { code, ...values } : null
  } catch {
    return null
  }
}
const options = readOptions()
if (!options) {
  console.error(usage)
  process.exit(1)
}

const instantOf = (text: string, { timeZone }: CityRow, now: Temporal.Instant): Temporal.Instant => {
  if (text === 'now') return now
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
  } catch {
    throw new Error(`A time is written as 2026-11-26T15:00, not ${text}.`)
  }
}

const line = ({ override_id, state, name, starts_at, ends_at, tow, time_zone, kind, zone_numbers }: OverrideRow) => {
  const [from, to] = [starts_at, ends_at].map(at =>
    at.toZonedDateTimeISO(time_zone).toPlainDateTime().toString({ smallestUnit: 'minute' }),
  )
  return `${override_id}  ${state} ${kind}${tow ? ', tow' : ''}  ${from} to ${to}  ${name}  zones ${zone_numbers.join(', ')}`
}

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const now = systemClock.now()
  const city = await createCities({ db, clock: systemClock }).find(options.code)
  if (!city) throw new Error(`There is no city ${options.code}.`)
  const { cancel: overrideId, zones, from, to, reason, tow } = options
  if (overrideId !== undefined) {
    const isId = /^[0-9a-f-]{36}$/.test(overrideId)
    if (!isId || !(await db.transaction(tx => cancelOverride(tx, { city: city.id, overrideId }, now))))
      throw new Error(`${city.name} has no closure ${overrideId} that could be canceled.`)
    return console.log('Canceled. What was refunded stays refunded, and drivers whose time was cut are told.')
  }
  if (zones === undefined) {
    const known = await listOverrides(db.pool, city.id, now)
    return console.log(known.map(line).join('\n') || `${city.name} has no closures to come.`)
  }
  const id = await db.transaction(tx =>
    publishClosure(
      tx,
      {
        city: city.id,
        zoneNumbers: zones.split(',').map(zone => zone.trim()),
        name: reason!.trim(),
        tow,
        startsAt: instantOf(from!, city, now),
        endsAt: instantOf(to!, city, now),
      },
      now,
    ),
  )
  console.log(`Published as ${id}. Servers follow within seconds; drivers who are parked there are told.`)
})
