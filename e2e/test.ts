// `npm test`: builds, checks types and style, runs every test; the last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser, installBrowser } from './browser.ts'
import { matches, type Statement, statements } from './conformance/list.ts'

type Result = { title: string; status: string }
type TestFile = { name: string; status: string; assertionResults: Result[] }
type Outcome = { passed: number; failed: number }

/** more than a stumble */
const mostAgain = 3

const run = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: process.env }).status === 0

/** A command that succeeds or fails as a whole counts as one test. */
const check = (name: string, command: string, ...args: string[]): Outcome => {
  const succeeded = run(command, ...args)
  console.log(`${succeeded ? 'passed' : 'FAILED'}  ${name}`)
  return { passed: Number(succeeded), failed: Number(!succeeded) }
}

/** How much of the specification holds: see docs/conformance.md. */
const printConformance = (files: TestFile[]) => {
  const results = files.flatMap(({ assertionResults }) => assertionResults)
  const holds = (pattern: string) => {
    const found = results.filter(({ title }) => matches(pattern, title))
    return found.length > 0 && found.every(({ status }) => status === 'passed')
  }
  const of = (kind: Statement['kind']) => statements.filter(statement => statement.kind === kind)
  const broken = of('test').filter(({ tests }) => !tests.every(holds))
  for (const { id, quote } of broken) console.log(`does not hold: ${id} ${quote}`)
  console.log(
    `${of('test').length - broken.length} of ${of('test').length} tested statements hold; ` +
      `${of('replaced by').length} are replaced by a decision, no test can see ${of('no test').length}, ` +
      `${of('not yet built').length} are not yet built`,
  )
}

/** What became of the files named, of all where none is; `clean` unless something failed, in a test or outside one. */
const runFiles = (...names: string[]): { files: TestFile[]; clean: boolean } => {
  const folder = mkdtempSync(join(tmpdir(), 'parkit-report-'))
  const report = join(folder, 'report.json')
  const clean = run('vitest', 'run', ...names, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`)
  try {
    return { files: JSON.parse(readFileSync(report, 'utf8')).testResults, clean }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const hasFailed = ({ status }: TestFile) => status === 'failed'

/** Few files that fail are run once more, from an empty database: a busy machine stumbles, a fault fails again. */
const runTests = (): Outcome => {
  let { files, clean } = runFiles()
  const failed = files.filter(hasFailed).map(({ name }) => name)
  if (failed.length > 0 && failed.length <= mostAgain) {
    console.log(`Once more: ${failed.map(name => relative(process.cwd(), name)).join(', ')}`)
    const again = runFiles(...failed)
    // a name may be a part of another file's, which then is run again too
    files = [...files.filter(({ name }) => !again.files.some(file => file.name === name)), ...again.files]
    clean = again.clean
  }
  printConformance(files)
  const count = (wanted: string) =>
    files.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === wanted).length
  // a file that does not load has no failed test of its own
  return { passed: count('passed'), failed: Math.max(count('failed'), Number(!clean)) }
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
