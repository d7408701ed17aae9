// An operator for tests: invited by the README's command, and what he counts at a place.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { occupancy } from '@parkit/contract/city/operators'
import { inject } from 'vitest'
import { require } from './api.ts'

const command = join(import.meta.dirname, '../server/src/city/operators/invite.ts')

/** What `npm run operator:invite` prints; a name that was invited before gets a new one. */
export const inviteOperator = (name: string): string =>
  execFileSync(process.execPath, [command, name], {
    env: { ...process.env, DATABASE_URL: inject('databaseUrl') },
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .at(-1)!

/** Counts so many spaces of a zone as taken, now. */
export const reportTaken = async (token: string, ZoneNumber: string, Taken: number): Promise<void> => {
  const body = { Reports: [{ ZoneNumber, Taken, ObservedAt: new Date().toISOString() }] }
  await require(inject('address'), occupancy, { body }, { token })
}
