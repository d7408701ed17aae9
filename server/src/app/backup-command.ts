// `npm run backup FILE`: writes the whole database to one file, also while ParkIt runs; `--force` replaces an existing file.
import { resolve } from 'node:path'
import { backUp } from '#platform/backup.ts'
import { runCommand } from '#platform/command.ts'

const options = process.argv.slice(2).filter(argument => argument.startsWith('--'))
const [named, ...others] = process.argv.slice(2).filter(argument => !argument.startsWith('--'))
if (!named || others.length > 0 || options.some(option => option !== '--force')) {
  console.error('Usage: npm run backup FILE, or npm run backup -- --force FILE to replace a file')
  process.exit(1)
}
const file = resolve(named)
await runCommand(async ({ connectionString }) => {
  const tables = await backUp(connectionString, file, { force: options.length > 0 })
  console.log(`${file} holds ${tables} tables. It names drivers and holds keys: keep it as safe as the database.`)
})
