// `npm run restore FILE`: loads a backup into an empty database and checks its books.
import { resolve } from 'node:path'
import { brokenBooks } from '#money/ledger/ledger.ts'
import { cardKeysOf } from '#platform/card-keys.ts'
import { runCommand } from '#platform/command.ts'
import { restore } from '#platform/restore.ts'

const file = process.argv[2]
if (!file) {
  console.error('Usage: npm run restore FILE')
  process.exit(1)
}
await runCommand(async ({ config, connectionString, db }) => {
  const takenAt = await restore(connectionString, resolve(file), cardKeysOf(config.stripe))
  const broken = await brokenBooks(db.pool)
  console.log(`The database is as it was at ${takenAt}; ${broken.length === 0 ? 'its books hold' : 'BROKEN books'}.`)
  for (const { sentence } of broken) console.log(`BROKEN  ${sentence}`)
  process.exitCode = broken.length > 0 ? 1 : 0
})
