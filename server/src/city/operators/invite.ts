// `npm run operator:invite [-- --city CODE --zone NUMBER] NAME`: makes an operator's credential and prints it, once. The same name again replaces that of the city.
import { listCities } from '#city/cities/cities.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { inviteOperator } from './operators.ts'

const usage = 'Usage: npm run operator:invite [-- --city CODE --zone NUMBER...] NAME'
const options = { city: { type: 'string' }, zone: { type: 'string', multiple: true } } as const
const { name, values } = readCommandLine(usage, options, (values, words) => {
  const name = words.join(' ').trim()
  return name && (values.zone ?? []).every(zone => /^\d{4,6}$/.test(zone)) ? { name, values } : null
})
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const cities = await listCities(db.pool)
  const city = values.city === undefined ? cities[0] : cities.find(({ code }) => code === values.city)
  if ((cities.length > 1 && values.city === undefined) || (values.city !== undefined && !city))
    throw new Error(`Say of which city, with --city: ${cities.map(({ code }) => code).join(', ')}`)
  const token = await inviteOperator(db, name, systemClock.now(), city?.id, values.zone ?? null)
  console.log(`Credential of ${name}${city ? ` for ${city.name}` : ''}, shown this once:\n${token}`)
})
