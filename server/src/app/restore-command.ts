// `npm run restore FILE`: a backup into an empty database, and the standing checks of its money.
import { resolve } from 'node:path'
import { brokenBooks } from '#money/ledger/ledger.ts'
import { openCommandDatabase } from '#platform/command-database.ts'
import { readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'
import { restore } from '#platform/restore.ts'

const file = process.argv[2]
if (!file) {
  console.error('Usage: npm run restore FILE')
  process.exit(1)
}
const database = await openCommandDatabase(readConfig(process.env))
try {
  const takenAt = await restore(database.connectionString, resolve(file))
  const db = openDatabase({ connectionString: database.connectionString, poolSize: 1 })
  const broken = await brokenBooks(db.pool)
  await db.close()
  console.log(`The database is as it was at ${takenAt}; ${broken.length === 0 ? 'its books hold' : 'BROKEN books'}.`)
  for (const { sentence } of broken) console.log(`BROKEN  ${sentence}`)
  process.exitCode = broken.length > 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}
