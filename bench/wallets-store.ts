// Fills the wallets of a bench's drivers, and counts what their journeys did.
import pg from 'pg'

const connected = async <Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A million dollars each, posted as a top-up that no provider took; once a driver. */
export const fillWallets = (connectionString: string): Promise<void> =>
  connected(connectionString, async client => {
    await client.query(
      `select ledger_post('topUp', now(), driver_id, null, 'bench ' || driver_id,
                          '{wallet,card_clearing}', '{100000000,-100000000}')
         from driver where not exists (select from entry where reference = 'bench ' || driver.driver_id)`,
    )
  })

/** Journeys that were stopped, and those of them that are not a start, an extension, and a stop with a posting each. */
export const countJourneys = (connectionString: string): Promise<{ stopped: number; incomplete: number }> =>
  connected(connectionString, async client => {
    const { rows } = await client.query<{ stopped: number; incomplete: number }>(
      `select count(*)::integer as stopped,
              (count(*) filter (where entries <> 3 or steps <> '{started,extended,stopped}'))::integer as incomplete
         from (select (select count(*) from entry where entry.session_id = session.session_id) as entries,
                      (select array_agg(kind::text order by seq) from step where step.session_id = session.session_id) as steps
                 from session where status = 'ended') as journey`,
    )
    return rows[0]!
  })

/** Transactions that ended and connections that were opened in this database since its beginning. */
export const readActivity = (connectionString: string): Promise<{ transactions: number; sessions: number }> =>
  connected(connectionString, async client => {
    const { rows } = await client.query<{ transactions: number; sessions: number }>(
      `select (xact_commit + xact_rollback)::integer as transactions, sessions::integer
         from pg_stat_database where datname = current_database()`,
    )
    return rows[0]!
  })

/** Bytes of WAL since the database was made. */
export const readWalBytes = (connectionString: string): Promise<number> =>
  connected(connectionString, async client => {
    const { rows } = await client.query<{ bytes: number }>(
      `select (pg_current_wal_lsn() - '0/0')::double precision as bytes`,
    )
    return rows[0]!.bytes
  })
