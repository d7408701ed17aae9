// How tests run: plain ones, the server's on a real PostgreSQL, and journeys in a real browser.
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They read what the conformance suite and the accessibility report name, and run none of it: they need no browser. */
const documentTests = ['e2e/conformance/document.test.ts', 'e2e/vpat/report.test.ts']

/** The longest files, the longest first: begun last, one of them would run for minutes beside an idle core. */
const long = [
  'accessibility',
  'faults/pressure',
  'bank/bank',
  'replica/replica',
  'money-model',
  'fuzz',
  'keyboard',
  'e2e/desk-screens',
  'layout',
  'offline/attempts',
  'server-kill',
  'power-loss',
  'primary-loss',
  'damaged-storage',
]
const rank = ({ moduleId }: TestSpecification) => {
  const at = long.findIndex(name => moduleId.endsWith(`${name}.test.ts`))
  return at < 0 ? long.length : at
}
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    // by default one core stays idle
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['*.test.ts', '{contract,web}/**/*.test.{ts,tsx}', ...documentTests],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: 'server/src/platform/testing-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: documentTests,
          globalSetup: 'e2e/setup.ts',
          // after the other tests; two files at a time share one server, or have servers of their own to kill: a third one would
          // only make each slower, for browser, server, and database then use both cores
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // for browser timeouts on a busy machine; `npm test` names each test that needed its second try
          retry: 1,
          // a screen on a busy machine
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
