// The SQL of the benches of upgrades and of the archive: wallets of the load, what it made, and who locks whom out.
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { connected } from '../server/src/platform/upgrade-load-testing.ts'

/** A million dollars each, posted as a top-up that no provider took, for the drivers of the load. */
export const fillLoadWallets = (connectionString: string): Promise<void> =>
  connected(connectionString, async client => {
    await client.query(
      `select ledger_post('topUp', now(), driver_id, null, 'bench ' || driver_id, '{wallet,card_clearing}', '{100000000,-100000000}')
         from driver where created_at > now() - interval '1 day'`,
    )
  })

/** Sessions that the load made, and those of them that are not a start, an extension, and a stop with an entry each. */
export const countStays = (connectionString: string): Promise<{ stays: number; incomplete: number }> =>
  connected(connectionString, async client => {
    const { rows } = await client.query<{ stays: number; incomplete: number }>(
      `select count(*)::integer as stays, (count(*) filter (where entries <> 3 or steps <> '{started,extended,stopped}'))::integer as incomplete
         from (select (select count(*) from entry where entry.session_id = session.session_id) as entries,
                      (select array_agg(kind::text order by seq) from step where step.session_id = session.session_id) as steps
                 from session where started_at > now() - interval '1 day') as stay`,
    )
    return rows[0]!
  })

/** Before a fill of gigabytes, which writes more down than a city does; `false` after it. */
export const expectMuch = (connectionString: string, much: boolean): Promise<void> =>
  connected(connectionString, async client => {
    await client.query(much ? `alter system set max_wal_size = '6GB'` : 'alter system reset max_wal_size')
    await client.query('select pg_reload_conf()')
    if (!much) await client.query('checkpoint')
  })

/** Whether the upgrade or the archive holds the lock that nobody reads or writes beside, of those tables that are partitioned. */
const isLocked = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query({
    name: 'locked',
    text: `select from pg_locks join pg_stat_activity using (pid) join pg_class on pg_class.oid = relation
            where application_name in ('parkit migrations', 'parkit archive') and mode = 'AccessExclusiveLock' and granted
              and relname ~ '^(entry|posting|session|step|chat_message)(_first)?$' limit 1`,
  })
  return rows.length > 0
}

/** For how long each time the upgrade or the archive locked everybody out, in milliseconds, until it is asked to end. */
export const watchLocks = (connectionString: string): { end: () => Promise<number[]> } => {
  let isOver = false
  const watching = connected(connectionString, async client => {
    const locked: number[] = []
    // each look takes long enough for payments to notice
    for (let since: number | null = null; !isOver; await wait(50)) {
      const asked = performance.now()
      if (!(await isLocked(client))) since = null
      else if (since === null) {
        since = asked
        locked.push(0)
      } else locked[locked.length - 1] = performance.now() - since
    }
    return locked
  })
  return {
    end: () => {
      isOver = true
      return watching
    },
  }
}
