// How tests run: plain ones, the server's on a real PostgreSQL, and journeys in a real browser.
import { defineConfig } from 'vitest/config'

/** Reads the conformance suite's statements and runs none: it needs no browser. */
const documentTest = 'e2e/conformance/document.test.ts'
/** Start, kill and overload servers of their own: their time limits hold on a machine that does nothing else. */
const aloneTests = ['e2e/faults/{backup,kill,power,rolling,start}.test.ts', 'e2e/bank/bank.test.ts']

const e2e = {
  testTimeout: 180_000,
  hookTimeout: 60_000,
  // a browser on a busy machine stumbles now and then; `npm test` names each test that needed its second try
  retry: 1,
  // a screen on a busy machine
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    // by default one core stays idle
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['*.test.ts', '{contract,web}/**/*.test.{ts,tsx}', documentTest] },
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
          ...e2e,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: [documentTest, ...aloneTests],
          globalSetup: 'e2e/setup.ts',
          // after the other tests; two files share one server, each in a browser of its own
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...e2e,
          name: 'e2e-alone',
          include: aloneTests,
          sequence: { groupOrder: 2 },
          fileParallelism: false,
        },
      },
    ],
  },
})
