// The entry of a city's console: its calls, for the city's own staff by their roles there.
import type { CityRole } from '@parkit/contract/platform/choices'
import type { CityRow } from '#city/cities/cities.ts'
import { admit } from '#city/team/team.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import type { CityContext } from './context.ts'
import { createImportCalls } from './import-calls.ts'
import { createImportThreads } from './import-threads.ts'
import { createRuleCalls, type Reach } from './rule-calls.ts'
import { createSourceCalls } from './source-calls.ts'
import { createTeamCalls } from './team-calls.ts'

type Deps = { db: Database; clock: Clock; reach: Reach }

export const createConsole = ({ db, clock, reach }: Deps) => {
  const imports = createImportCalls({ db, clock, threads: createImportThreads({ db }) })
  const team = createTeamCalls({ db, clock })
  return {
    /** Throws `not_found` and `role_missing`. `roles`, `lead`: of the call. */
    admit: async (
      code: string,
      staffId: string,
      { roles = [], lead = false }: { roles?: readonly CityRole[]; lead?: boolean },
    ): Promise<CityRow> => (await admit(db, code, staffId, roles, { lead })).city,
    imports,
    rules: createRuleCalls({ db, reach }),
    sources: createSourceCalls({ db, clock }),
    team,
    /** An import takes seconds with a large file. Throws what carrying it out throws. */
    approve: async (context: CityContext, proposalId: string, key: IdempotencyKey): Promise<void> => {
      const { kind, subject } = await team.find(context, proposalId)
      if (kind === 'places') await imports.approve(context, proposalId, subject, key)
      else await team.approve(context, proposalId, key)
    },
  }
}
export type Console = ReturnType<typeof createConsole>
export type { Reach } from './rule-calls.ts'
