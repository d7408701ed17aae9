// `npm test`: builds, checks types and style, runs every test; `npm test -- wallet`: one feature's tests, without a browser.
import { spawnSync } from 'node:child_process'
import { startVitest, type TestCase, type TestModule } from 'vitest/node'
import { findBrowser, installBrowser } from './browser.ts'
import { matches, type Statement, statements } from './conformance/statement-list.ts'

type Outcome = { passed: number; failed: number }

/** A command that succeeds or fails as a whole counts as one test. */
const check = (name: string, command: string, ...args: string[]): Outcome => {
  const succeeded = spawnSync(command, args, { stdio: 'inherit' }).status === 0
  console.log(`${succeeded ? 'passed' : 'FAILED'}  ${name}`)
  return { passed: Number(succeeded), failed: Number(!succeeded) }
}

/** How much of the specification holds: see docs/conformance.md. */
const printConformance = (tests: TestCase[]) => {
  const holds = (pattern: string) => {
    const found = tests.filter(({ fullName }) => fullName.split(' > ').some(name => matches(pattern, name)))
    return found.length > 0 && found.every(test => test.result().state === 'passed')
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

const printRetried = (tests: TestCase[]) => {
  for (const test of tests.filter(test => test.diagnostic()?.flaky))
    console.log(`passed on the second try: ${test.module.relativeModuleId} > ${test.fullName}`)
}

/** A file that does not load, or a run without a file, counts as one failed test. */
const countBroken = (modules: TestModule[], errors: number): number =>
  modules.filter(module => module.errors().length > 0).length + errors + Number(modules.length === 0)

/** Runs the files whose path holds one of the words, of these projects; all where none is given. */
const runTests = async (words: string[], project: string[]): Promise<Outcome> => {
  const vitest = await startVitest('test', words, { watch: false, project, reporters: ['default'] })
  const modules = vitest.state.getTestModules()
  const errors = vitest.state.getUnhandledErrors().length
  await vitest.close()
  const tests = modules.flatMap(module => [...module.children.allTests()])
  if (words.length === 0) printConformance(tests)
  printRetried(tests)
  const count = (state: string) => tests.filter(test => test.result().state === state).length
  return { passed: count('passed'), failed: count('failed') + countBroken(modules, errors) }
}

const runAll = async (): Promise<Outcome[]> => {
  if (!findBrowser()) installBrowser()
  return [
    check('the app builds', 'npm', 'run', 'build', '--silent'),
    check('types', 'tsc'),
    check('style', 'biome', 'check', '.'),
    await runTests([], []),
  ]
}

const words = process.argv.slice(2)
const outcomes = words.length > 0 ? [await runTests(words, ['unit', 'server'])] : await runAll()
const sum = (of: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[of], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
