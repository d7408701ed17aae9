// `npm run bench`: every measurement in turn, each figure with its limit or its peer beside it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const wanted = process.argv.slice(2)
const measurements = [
  'startup',
  'journeys',
  'busy-hour',
  'attacks',
  'nearest',
  'zones',
  'past-sessions',
  'due-jobs',
  'processes',
  'streams',
  'one-driver',
  'pages',
  'screens',
]
for (const name of measurements) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
