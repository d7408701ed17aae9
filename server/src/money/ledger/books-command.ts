// `npm run books`: runs the standing checks on this machine's database and prints each sentence with its outcome.

import { runCommand } from '#platform/command.ts'
import { bookSentences, brokenBooks, rowsText } from './books.ts'

await runCommand(async ({ db }) => {
  const broken = await brokenBooks(db.pool)
  for (const sentence of bookSentences) {
    const found = broken.find(book => book.sentence === sentence)
    console.log(`${found ? 'BROKEN' : 'holds '}  ${sentence}`)
    if (found) console.log(rowsText(found.rows, 20))
  }
  process.exitCode = broken.length > 0 ? 1 : 0
})
