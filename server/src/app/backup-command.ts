// `npm run backup FILE`: writes the whole database to one file, also while ParkIt runs.
import { resolve } from 'node:path'
import { backUp } from '#platform/backup.ts'
import { openCommandDatabase } from '#platform/command-database.ts'
import { readConfig } from '#platform/config.ts'

const file = process.argv[2]
if (!file) {
  console.error('Usage: npm run backup FILE')
  process.exit(1)
}
const database = await openCommandDatabase(readConfig(process.env))
try {
  const tables = await backUp(database.connectionString, resolve(file))
  console.log(
    `${resolve(file)} holds ${tables} tables. It names drivers and holds keys: keep it as safe as the database.`,
  )
} finally {
  await database.close()
}
