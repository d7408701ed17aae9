// `npm run export:token`: makes or ends a credential for a city's exports, and opens or closes its data.
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { readCommandLine } from '#platform/command-line.ts'
import { migrate } from '#platform/migrate.ts'
import { createExportAccess } from './access.ts'

const usage = `Usage: npm run export:token -- CITY NAME [--stays] | CITY NAME --end
       npm run export:token -- CITY --open | CITY --closed`

const flag = { type: 'boolean', default: false } as const
const { city, name, stays, end, open } = readCommandLine(
  usage,
  { stays: flag, end: flag, open: flag, closed: flag },
  (values, [city, ...words]) => {
    const name = words.join(' ').trim()
    const changesCity = values.open !== values.closed
    return city && changesCity === (name === '') && !(values.open && values.closed) ? { ...values, city, name } : null
  },
)
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const access = createExportAccess({ db })
  const now = systemClock.now()
  if (!name) {
    await access.setOpen(city, open)
    console.log(open ? `Everybody may read the exports of ${city}.` : `The exports of ${city} need a credential.`)
  } else if (end) {
    await access.end(city, name, now)
    console.log(`The credential of ${name} has ended.`)
  } else {
    const token = await access.invite(city, name, stays ? ['places', 'stays'] : ['places'], now)
    console.log(`Credential of ${name} for the exports of ${city}, shown this once:\n${token}`)
  }
})
