// The bank test on a pair of databases: `runReplicaBank` for tests, `npm run bank -- replica` for people.
import { type Result, runBank, type Size } from '../bank.ts'
import { openReplicaWorld, type PairOptions } from './environment.ts'
import { createReplicaNemesis } from './nemesis.ts'

/** `databaseKills` are losses of the primary. */
export const runReplicaBank = (
  size: Size,
  options: PairOptions,
  say: (line: string) => void = () => {},
): Promise<Result> =>
  runBank(size, say, async program => {
    const replica = await openReplicaWorld(
      { ...options, log: event => say(`  ${new Date().toISOString()} ${event}`) },
      program,
    )
    return { world: replica.world, createNemesis: chance => createReplicaNemesis(replica, chance, say) }
  })
