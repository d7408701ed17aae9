// Runs `npm run books` on the data folder of a stopped server.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const command = join(import.meta.dirname, '../server/src/money/ledger/books-command.ts')

/** What it prints. Throws where a sentence does not hold. */
export const printBooks = (dataDir: string): string =>
  execFileSync(process.execPath, [command], { env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' })
