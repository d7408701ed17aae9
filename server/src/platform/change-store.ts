// The SQL of changes: reading what is new since a snapshot, telling other processes of it, and the table's daily partitions.
import { type Queryable, sql } from './sql.ts'

/** As `change_tell` answers it; the number of the transaction is null where there is no row. */
export type ChangeRow<Topic extends string = string> = [
  xid: string | null,
  topic: Topic,
  zoneNumber: string | null,
  driverId: string | null,
  ref: string | null,
]

/** Where as many are new, everything is read again instead. */
const tooMany = 10_001

type ChangeRead = { epoch: string; snapshot: string; changes: ChangeRow[] | null }

/**
 * What this statement sees and the one that answered `snapshot` did not: also a change of a transaction that began before
 * others which were read, and committed after them. Null: none. The epoch is another after a restore and after a failover,
 * where snapshots of before mean nothing.
 */
const changeRead = sql.one<ChangeRead, [snapshot: string | null]>(
  'change_read',
  `select epoch || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as epoch,
          pg_current_snapshot()::text as snapshot,
          (select json_agg(json_build_array(xid, topic, zone_number, driver_id, ref))
             from (select * from change
                    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
                    limit ${tooMany}) as unread) as changes
     from feed_epoch`,
)
/** Changes null: too many. */
export const readChanges = async (db: Queryable, snapshot: string | null): Promise<ChangeRead> => {
  const { changes, ...read } = await changeRead(db, snapshot)
  return { ...read, changes: changes?.length === tooMany ? null : (changes ?? []) }
}

/** The only notification there is, never in a transaction that writes: PostgreSQL commits those that notify one at a time. */
export const notifyOthers = sql.run<[topics: string]>('change_notify', `select pg_notify('change', $1)`)

export const listenToOthers = sql.run('change_listen', 'listen change')

/** Makes the partitions of the next days and drops those of which every row is two days old. */
export const rollChanges = sql.run('change_roll', 'select change_roll()')
