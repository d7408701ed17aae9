// `npm run city:close`: closes zones of a city between two instants, cancels a closure, or lists those to come.
import { userInfo } from 'node:os'
import { createCities } from '#city/cities/cities.ts'
import { actorOf } from '#city/team/team.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import {
  cancelPublished,
  cityInstant,
  draftOverride,
  listOverrides,
  type OverrideRow,
  publishOverride,
} from './overrides.ts'

const usage = `Usage: npm run city:close -- CITY --zones 4526,4530 --from 2026-11-26T15:00 --to 2026-11-27T02:00 --reason "Street fair" [--tow]
       npm run city:close -- CITY --cancel ID
       npm run city:close -- CITY
Times are the city's. --from may be "now". --by names who does it.`

const text = { type: 'string' } as const
const options = readCommandLine(
  usage,
  {
    zones: text,
    from: text,
    to: text,
    reason: text,
    tow: { type: 'boolean', default: false },
    cancel: text,
    by: { ...text, default: userInfo().username },
  },
  (values, [code, ...rest]) => {
    const given = [values.zones, values.from, values.to, values.reason].filter(value => value !== undefined).length
    const isWhole = given === 0 ? !values.tow : given === 4 && values.cancel === undefined
    return code && rest.length === 0 && isWhole ? { code, ...values } : null
  },
)

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
  const actor = await actorOf(db.pool, options.by)
  const { cancel: overrideId, zones, from, to, reason, tow } = options
  if (overrideId !== undefined) {
    const cancelled = /^[0-9a-f-]{36}$/.test(overrideId)
      ? db.transaction(tx => cancelPublished(tx, city, overrideId, actor, now))
      : Promise.reject()
    await cancelled.catch(() => {
      throw new Error(`${city.name} has no closure or event rate ${overrideId} that could be canceled.`)
    })
    return console.log('Canceled. What was refunded stays refunded, and drivers whose time was cut are told.')
  }
  if (zones === undefined) {
    const known = await listOverrides(db.pool, city.id, now)
    return console.log(known.map(line).join('\n') || `${city.name} has no closures to come.`)
  }
  const id = await db.transaction(async tx => {
    const draft = {
      city: city.id,
      zoneNumbers: zones.split(',').map(zone => zone.trim()),
      name: reason!.trim(),
      tow,
      startsAt: cityInstant(from!, city.timeZone, now),
      endsAt: cityInstant(to!, city.timeZone, now),
    }
    const drafted = await draftOverride(tx, draft, now)
    await publishOverride(tx, city, drafted, actor, now)
    return drafted
  })
  console.log(`Published as ${id}. Servers follow within seconds; drivers who are parked there are told.`)
})
