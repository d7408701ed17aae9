// Reads that take long and go to a standby: once it has all that was committed on the primary when they were asked for.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionConfig } from './db.ts'
import { type Queryable, sql } from './sql.ts'

const lagMostMs = 60_000
const askAgainMs = 100

const written = sql.one<{ lsn: string }>('standby_written', 'select pg_current_wal_lsn()::text as lsn')
const standing = sql.one<{ isStandby: boolean; hasReplayed: boolean }, [lsn: string]>(
  'standby_standing',
  `select pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasReplayed"`,
)

/** Throws where it is no standby, does not answer, stays a minute behind, or ends a read because of what it is to replay. */
export const readStandby = async <Result>(
  primary: Queryable,
  connectionString: string,
  read: (standby: Queryable) => Promise<Result>,
): Promise<Result> => {
  const { lsn } = await written(primary)
  const client = new pg.Client(connectionConfig(connectionString, 'parkit_app'))
  // its statement throws too
  client.on('error', () => {})
  await client.connect()
  try {
    for (const began = performance.now(); ; await wait(askAgainMs)) {
      const { isStandby, hasReplayed } = await standing(client, lsn)
      if (!isStandby) throw new Error('The database is no standby')
      if (hasReplayed) return await read(client)
      if (performance.now() - began > lagMostMs) throw new Error('The standby is behind')
    }
  } finally {
    await client.end()
  }
}
