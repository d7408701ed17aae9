// The SQL of the bench of partitions: a past as tables without partitions hold it, a stay that is paid, and who locks whom out.
import pg from 'pg'
import { fillDrivers } from './scaling-store.ts'

const drivers = 10_000

/** Ended sessions of ten years, each with its key, two steps, and two entries of three postings. */
export const fillUnpartitioned = async (connectionString: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    // no trigger runs and no reference is looked up: the rows are right as they are
    await client.query('set session_replication_role = replica')
    await fillDrivers(client, drivers)
    await client.query(
      `insert into session (session_id, driver_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version, status,
                            started_at, ends_at, ended_at, parking_cents, fee_cents, paid_via)
       select 'P-' || lpad(i::text, 10, '0'), ('00000000-0000-4000-8000-' || lpad(to_hex(2 + i % ${drivers - 1}), 12, '0'))::uuid,
              'hashed B' || i % ${drivers},
              '{"PlateNumber": "B1", "PlateState": "Illinois", "VehicleMake": "HONDA", "VehicleModel": "CIVIC"}',
              '{"name": "State St", "kind": "street", "address": "12 S State St, Chicago", "latitude": 41.88, "longitude": -87.62,
                "timeZone": "America/Chicago", "refundsUnused": false, "maxMinutes": null}',
              (9000 + i % 300)::text, 't', 1, 'ended', at, at + interval '45 minutes', at + interval '45 minutes', 200, 35, 'wallet'
         from generate_series(1, $1::integer) as i,
              lateral (select now() - interval '10 years' * (1 - i::float8 / $1::integer) - interval '1 day' as at) as moment`,
      [count],
    )
    await client.query('insert into session_key (session_id, started_at) select session_id, started_at from session')
    await client.query(
      `insert into step (session_id, seq, at, kind, minutes, amount_cents)
       select session_id, seq, started_at, kind, 45, 0 from session, (values (1, 'started'), (2, 'ended')) as made (seq, kind)`,
    )
    await client.query(
      `insert into entry (kind, at, driver_id, session_id)
       select kind, started_at, driver_id, session_id from session, (values ('fare'), ('unusedMinutes')) as made (kind)`,
    )
    await client.query(
      `insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
       select entry_id, seq, account, case account when 'wallet' then driver_id end, cents, case account when 'wallet' then 0 end
         from entry, (values (1, 'wallet', -235), (2, 'parking_income', 200), (3, 'fee_income', 35)) as line (seq, account, cents)`,
    )
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

const deadlock = '40P01'
/** As often as it was the victim of a deadlock. */
const again = async (client: pg.Client, query: pg.QueryConfig): Promise<void> => {
  await client.query(query).catch((error: pg.DatabaseError) => {
    if (error.code !== deadlock) throw error
    console.log(`refused once: ${error.message}`)
    return again(client, query)
  })
}
const at = `now() + $3::integer * interval '1 day'`
const parked = `'00000000-0000-4000-8000-' || lpad(to_hex($2::integer), 12, '0')`
/**
 * Starts and ends a paid stay so many days from now, each in a transaction of its own, with the tables that the routines write in
 * their order; calls `done` after each.
 */
export const parkOnce = async (
  client: pg.Client,
  driver: number,
  id: string,
  days: number,
  done: () => void,
): Promise<void> => {
  // a step is in the month of its session, a column that the upgrade adds
  const [column, value] = days > 0 ? [', started_at', `, ${at}`] : ['', '']
  await again(client, {
    name: `start ${days}`,
    text: `
      with key as (insert into session_key (session_id, started_at) values ($1, ${at}) returning session_id),
      stay as (
        insert into session (session_id, driver_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version, status,
                             started_at, ends_at, parking_cents, fee_cents, paid_via)
        select session_id, (${parked})::uuid, 'hashed B', '{}', '{}', '9000', 't', 1, 'running', ${at}, ${at} + interval '1 hour',
               200, 35, 'wallet' from key
        returning session_id),
      history as (
        insert into step (session_id, seq, at, kind, minutes, amount_cents${column})
        select session_id, 1, ${at}, 'started', 60, 235${value} from stay)
      select ledger_post('fare', now(), (${parked})::uuid, session_id, null, array['parking_income', 'fee_income'], array[1, -1]) from stay`,
    values: [id, driver, days],
  })
  done()
  await again(client, {
    name: `stop ${days}`,
    text: `
      with stay as (update session set status = 'ended', ended_at = ${at} where session_id = $1
               returning session_id, started_at),
      history as (
        insert into step (session_id, seq, at, kind, minutes, amount_cents${column})
        select session_id, 2, ${at}, 'stopped', 1, 0${column} from stay)
      select ledger_post('unusedMinutes', now(), (${parked})::uuid, session_id, null, array['parking_income', 'fee_income'],
                         array[-1, 1]) from stay`,
    values: [id, driver, days],
  })
  done()
}

/** Whether the upgrade or the archive holds the lock that nobody reads or writes beside, of those tables that are partitioned. */
export const isLocked = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query({
    name: 'locked',
    text: `select from pg_locks join pg_stat_activity using (pid) join pg_class on pg_class.oid = relation
            where application_name in ('parkit migrations', 'parkit archive') and mode = 'AccessExclusiveLock' and granted
              and relname ~ '^(entry|posting|session|step|chat_message)(_first)?$' limit 1`,
  })
  return rows.length > 0
}
