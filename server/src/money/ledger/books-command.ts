// `npm run books`: runs the standing checks on this machine's database and prints each sentence with its outcome.

import { openCommandDatabase } from '#platform/command-database.ts'
import { readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'
import { bookSentences, brokenBooks, rowsText } from './books.ts'

const config = readConfig(process.env)
const { connectionString, close } = await openCommandDatabase(config)
const db = openDatabase({ connectionString, poolSize: 1 })
const broken = await brokenBooks(db.pool)
for (const sentence of bookSentences) {
  const found = broken.find(book => book.sentence === sentence)
  console.log(`${found ? 'BROKEN' : 'holds '}  ${sentence}`)
  if (found) console.log(rowsText(found.rows, 20))
}
await db.close()
await close()
process.exitCode = broken.length > 0 ? 1 : 0
