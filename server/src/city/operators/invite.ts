// `npm run operator:invite NAME`: makes an operator's credential and prints it, once. The same name again replaces it.
import { cardKeysOf } from '#platform/card-keys.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'
import { migrate } from '#platform/migrate.ts'
import { inviteOperator } from './operators.ts'

const name = process.argv.slice(2).join(' ').trim()
if (!name) {
  console.error('Usage: npm run operator:invite NAME')
  process.exit(1)
}
await runCommand(async ({ config, connectionString, db }) => {
  await migrate({ connectionString, cardKeys: cardKeysOf(config.stripe) })
  const token = await inviteOperator(db, name, systemClock.now())
  console.log(`Credential of ${name}, shown this once:\n${token}`)
})
