// What the bank test on a pair must detect: builds and set-ups that lose acknowledged writes with the primary.

import type { Size } from '../bank.ts'
import { type BreakName, breakBuild } from '../broken-builds.ts'
import type { Loss, PairOptions } from './environment.ts'
import type { Flaw } from './pair.ts'

type Wrong = { build?: BreakName; pair?: Flaw; loss: Loss }

export const flaws = {
  answersBeforeCommit: { build: 'answersBeforeCommit', loss: 'killPrimaryAhead' },
  asynchronousStandby: { pair: 'asynchronous', loss: 'killPrimaryAhead' },
  /** the servers go on with the primary that was replaced, which waits for no standby */
  writesToOldPrimary: { build: 'trustsAnyDatabase', pair: 'divided', loss: 'freezePrimary' },
} satisfies Record<string, Wrong>
export type FlawName = keyof typeof flaws

/** The bank test's arguments with this flaw, and how to remove what was built for it. */
export const withFlaw = (name: FlawName, size: Size, options: PairOptions) => {
  const { build, pair, loss }: Wrong = flaws[name]
  const broken = build && breakBuild(build)
  return {
    size: { ...size, ...(broken && { program: broken.program }) },
    // connections that stay open need an address that is no PgBouncer
    options: { ...options, flaw: pair, losses: [loss], withPgBouncer: options.withPgBouncer && pair !== 'divided' },
    remove: () => broken?.remove(),
  }
}
