// `npm test`: builds, checks types and style, runs every test; the last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, installBrowser } from './browser.ts'

type Result = { status: string; meta: { statement?: string } }
type Outcome = { passed: number; failed: number }

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: process.env }).status === 0

/** A command that succeeds or fails as a whole counts as one test. */
const check = (name: string, command: string, ...args: string[]): Outcome => {
  const succeeded = run(command, ...args)
  console.log(`${succeeded ? 'passed' : 'FAILED'}  ${name}`)
  return { passed: Number(succeeded), failed: Number(!succeeded) }
}

/** How much of the specification holds: see docs/conformance.md. */
const sayStatements = (results: Result[]) => {
  const of = (kind: string) => results.filter(({ meta }) => meta.statement === kind)
  const held = of('holds').filter(({ status }) => status === 'passed').length
  console.log(`${held} of ${of('holds').length} statements hold, and ${of('untestable').length} no test can see`)
}

const runTests = (): Outcome => {
  const folder = mkdtempSync(join(tmpdir(), 'parkit-report-'))
  const report = join(folder, 'report.json')
  const succeeded = run('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    sayStatements(testResults.flatMap(({ assertionResults }: { assertionResults: Result[] }) => assertionResults))
    // a file that does not load has no failed test of its own
    return { passed: numPassedTests, failed: Math.max(numFailedTests, Number(!succeeded)) }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!findBrowser()) installBrowser()

const outcomes = [
  check('the app builds', 'npm', 'run', 'build', '--silent'),
  check('types', 'tsc'),
  check('style', 'biome', 'check', '.'),
  runTests(),
]
const sum = (of: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[of], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
