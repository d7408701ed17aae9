// `npm run operator:invite NAME`: makes an operator's credential and prints it, once. The same name again replaces it.
import { systemClock } from '#platform/clock.ts'
import { openCommandDatabase } from '#platform/command-database.ts'
import { readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import { inviteOperator } from './operators.ts'

const name = process.argv.slice(2).join(' ').trim()
if (!name) {
  console.error('Usage: npm run operator:invite NAME')
  process.exit(1)
}
const config = readConfig(process.env)
const { connectionString, close } = await openCommandDatabase(config)
await migrate({ connectionString })
const db = openDatabase({ connectionString, poolSize: 1 })
const token = await inviteOperator(db, name, systemClock.now())
console.log(`Credential of ${name}, shown this once:\n${token}`)
await db.close()
await close()
