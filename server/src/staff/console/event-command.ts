// `npm run city:event`: proposes an event rate for zones of a city between two instants. In a live city somebody else approves it.
import { createCities } from '#city/cities/cities.ts'
import { cityInstant, draftOverride, publishOverride } from '#city/overrides/overrides.ts'
import { actorOf } from '#city/team/team.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { scopedTo } from '#platform/city-scope.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { stepPrice } from './rule-calls.ts'

const usage = `Usage: npm run city:event -- CITY --zones 4526,4530 --from 2026-11-26T15:00 --to 2026-11-27T02:00 --per-hour 12.00 [--step 15] --name "Match" --by EMAIL
Times are the city's. --step is the minutes that are paid for once they have begun.`

const text = { type: 'string' } as const
const options = readCommandLine(
  usage,
  { zones: text, from: text, to: text, 'per-hour': text, step: { ...text, default: '15' }, name: text, by: text },
  ({ zones, from, to, name, by, step, 'per-hour': perHour }, [code, ...rest]) => {
    const [dollars, minutes] = [Number(perHour), Number(step)]
    const isPrice = dollars >= 0 && Number.isInteger(minutes) && minutes >= 1
    return code && rest.length === 0 && zones && from && to && name && by && isPrice
      ? { code, zones, from, to, name, by, dollars, minutes }
      : null
  },
)

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const now = systemClock.now()
  const city = await createCities({ db, clock: systemClock }).find(options.code)
  if (!city) throw new Error(`There is no city ${options.code}.`)
  const actor = await actorOf(db.pool, options.by)
  if ('command' in actor) throw new Error('Name yourself by e-mail: --by EMAIL')
  const { zones, from, to, name, dollars, minutes } = options
  const proposal = await scopedTo(db, city.id).transaction(async tx => {
    const draft = {
      city: city.id,
      zoneNumbers: zones.split(',').map(zone => zone.trim()),
      name: name.trim(),
      tow: false,
      startsAt: cityInstant(from, city.timeZone, now),
      endsAt: cityInstant(to, city.timeZone, now),
      price: stepPrice({ PerHour: dollars, StepMinutes: minutes }),
    }
    return publishOverride(tx, city, await draftOverride(tx, draft, now), actor, now)
  })
  console.log(
    proposal
      ? `Somebody else has to agree: npm run city:proposals -- ${city.code} --approve ${proposal} --by EMAIL`
      : 'Published. Servers follow within seconds.',
  )
})
