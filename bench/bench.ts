// `npm run bench [names]`: the measurements in turn, then one table of their figures, and with `--json FILE` the figures as JSON.
// `npm run bench -- compare A B [names]`: two revisions by turns on this machine.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compare } from './compare.ts'
import { type Figure, figuresTable, type Measured } from './figures.ts'

const measurements = [
  'startup',
  'journeys',
  'busy-hour',
  'attacks',
  'nearest',
  'zones',
  'search',
  'forecast',
  'rules',
  'past-sessions',
  'due-jobs',
  'nightly',
  'partition-swap',
  'archive',
  'killed',
  'console-import',
  'processes',
  'streams',
  'one-driver',
  'pages',
  'other-pages',
  'warm-start',
  'old-phone',
  'screens',
  'routes',
  'map',
  'hour',
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, rounds: { type: 'string', default: '3' } },
})
const [command, ...words] = positionals
const isComparison = command === 'compare'
const names = isComparison ? words.slice(2) : positionals
const unknown = names.filter(name => !measurements.includes(name))
if (unknown.length > 0 || (isComparison && words.length < 2)) {
  console.error(
    `Usage: npm run bench [-- names] or npm run bench -- compare A B [names]; names: ${measurements.join(', ')}`,
  )
  process.exit(2)
}

if (isComparison) await compare(words[0]!, words[1]!, names, Number(values.rounds))
else measure()

function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'parkit-bench-'))
  const figures: Measured[] = []
  try {
    for (const measurement of measurements.filter(name => names.length === 0 || names.includes(name))) {
      console.log(`\n${measurement}`)
      const file = join(folder, measurement)
      const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${measurement}.ts`)], {
        stdio: 'inherit',
        env: { ...process.env, BENCH_FIGURES: file },
      })
      if (status !== 0) process.exitCode = 1
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
      figures.push(...lines.map(line => ({ measurement, ...(JSON.parse(line) as Figure) })))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const revision = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  const load = Number(loadavg()[1]!.toFixed(1))
  console.log(`\n${revision}, ${availableParallelism()} cores, load average of the last 5 minutes ${load}\n`)
  console.log(figuresTable(figures))
  if (values.json)
    writeFileSync(values.json, JSON.stringify({ revision, at: Temporal.Now.instant(), load, figures }, null, 2))
}
