// `npm run archive -- YEARS`: moves months of sessions and messages that ended so many years ago into the archive, while ParkIt runs.
import { archiveMonths, archiveYearsLeast } from '#platform/archive.ts'
import { systemClock } from '#platform/clock.ts'
import { runCommand } from '#platform/command.ts'

const years = Number(process.argv[2])
if (process.argv.length !== 3 || !Number.isInteger(years) || years < archiveYearsLeast) {
  console.error(`Usage: npm run archive -- YEARS, ${archiveYearsLeast} at least: receipts are in the app for so long`)
  process.exit(1)
}
await runCommand(async ({ connectionString }) => {
  const months = await archiveMonths(connectionString, years, systemClock.now())
  for (const { table, month, open } of months)
    console.log(`${open ? 'stays   ' : 'archived'}  ${table}_${month}${open ? `: ${open}` : ''}`)
  if (months.length === 0) console.log('No month is that old.')
})
