// How tests run: plain ones, the server's on a real PostgreSQL, and journeys in a real browser.
import { defineConfig } from 'vitest/config'

/** Reads the conformance suite's statements and runs none: it needs no browser. */
const documentTest = 'e2e/conformance/document.test.ts'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['*.test.ts', '{contract,web}/**/*.test.{ts,tsx}', documentTest] } },
      {
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
          exclude: [documentTest],
          globalSetup: 'e2e/setup.ts',
          // a browser, a server and a database share the machine: after the other tests, one file at a time
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
          // a browser on a busy machine stumbles now and then; what held only the second time is marked `retry`
          retry: 1,
          // a screen on a busy machine
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
})
