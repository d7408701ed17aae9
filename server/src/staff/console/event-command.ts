// `npm run city:event`: proposes an event rate for zones of a city between two instants, which somebody else approves.
import { parseArgs } from 'node:util'
import { createCities } from '#city/cities/cities.ts'
import { cityInstant, draftOverride, publishOverride } from '#city/overrides/overrides.ts'
import { actorOf, approve } from '#city/team/team.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { scopedTo } from '#platform/city-scope.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { migrate } from '#platform/migrate.ts'
import { effectsOf } from './effects.ts'
import { stepPrice } from './rule-calls.ts'

const usage = `Usage: npm run city:event -- CITY --zones 4526,4530 --from 2026-11-26T15:00 --to 2026-11-27T02:00 --per-hour 12.00 [--step 15] --name "Match" --by EMAIL
       npm run city:event -- CITY --approve ID --by EMAIL
Times are the city's. --step is the minutes that are paid for once they have begun.`

const text = { type: 'string' } as const
const readOptions = () => {
  try {
    const options = {
      zones: text,
      from: text,
      to: text,
      'per-hour': text,
      step: { type: 'string', default: '15' },
      name: text,
      approve: text,
      by: text,
    } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const [code, ...rest] = positionals
    const given = [values.zones, values.from, values.to, values['per-hour'], values.name].filter(
      one => one !== undefined,
    )
    const isWhole = values.approve === undefined ? given.length === 5 : given.length === 0
    return code && rest.length === 0 && values.by && isWhole ? { ...values, code, by: values.by } : null
  } catch {
    return null
  }
}
const options = readOptions()
if (!options) {
  console.error(usage)
  process.exit(1)
}

await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const now = systemClock.now()
  const city = await createCities({ db, clock: systemClock }).find(options.code)
  if (!city) throw new Error(`There is no city ${options.code}.`)
  const actor = await actorOf(db.pool, options.by)
  if ('command' in actor) throw new Error('Name yourself by e-mail: --by EMAIL')
  const { approve: id, zones, from, to, name, step } = options
  const scoped = scopedTo(db, city.id)
  if (id !== undefined) {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`${city.name} has no proposal ${id}.`)
    const effects = effectsOf({ db: scoped, clock: systemClock })
    await scoped.transaction(tx => approve(tx, city, id, actor, effects, now))
    return console.log('Approved. Servers follow within seconds.')
  }
  const [dollars, minutes] = [Number(options['per-hour']), Number(step)]
  if (!(dollars >= 0) || !Number.isInteger(minutes) || minutes < 1) throw new Error(usage)
  const proposal = await scoped.transaction(async tx => {
    const draft = {
      city: city.id,
      zoneNumbers: zones!.split(',').map(zone => zone.trim()),
      name: name!.trim(),
      tow: false,
      startsAt: cityInstant(from!, city.timeZone, now),
      endsAt: cityInstant(to!, city.timeZone, now),
      price: stepPrice({ PerHour: dollars, StepMinutes: minutes }),
    }
    return publishOverride(tx, city, await draftOverride(tx, draft, now), actor, now)
  })
  console.log(
    proposal
      ? `Somebody else has to agree: npm run city:event -- ${city.code} --approve ${proposal} --by EMAIL`
      : 'Published. Servers follow within seconds.',
  )
})
