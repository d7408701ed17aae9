// For tests and the bench of upgrades: a past as tables without partitions hold it, what it comes to, and a stay that is paid meanwhile.
import pg from 'pg'

const sessionsPerDriver = 100
const costCents = 235
/** what is left in each wallet */
const leftCents = 10_000
const putInCents = costCents * sessionsPerDriver + leftCents

const driverOf = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

export const connected = async <Result>(connectionString: string, work: (client: pg.Client) => Promise<Result>) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Of tables that are made in one go: their indexes that hold nothing unique are made at the end. */
const withoutIndexes = async (client: pg.Client, tables: string[], fill: () => Promise<unknown>) => {
  const { rows } = await client.query<{ name: string; made: string }>(
    `select relname as name, pg_get_indexdef(indexrelid) as made from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = any($1::regclass[]) and not indisunique`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  for (const { made } of rows) await client.query(made)
  for (const table of tables) await client.query(`vacuum (analyze) ${table}`)
}

/**
 * Ended sessions of the ten years until yesterday, each with its key, two steps, and an entry of three postings; a hundred of each
 * driver, who put in before what they cost and $100. For a database whose ledger is empty.
 */
export const fillUnpartitioned = async (connectionString: string, count: number): Promise<void> => {
  const drivers = Math.ceil(count / sessionsPerDriver)
  const prepare = async (client: pg.Client) => {
    // no trigger runs and no reference is looked up: the rows are right as they are
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off`,
    )
  }
  await connected(connectionString, async client => {
    await prepare(client)
    await client.query(
      `insert into driver (driver_id, first_name, last_name, email, phone, user_name, created_at)
       select ${driverOf('d')}, 'Maya', 'Torres', 'upgrade' || d || '@example.com', '+1312' || lpad(d::text, 7, '0'),
              'upgrade' || d || '@example.com', now() - interval '11 years' from generate_series(1, ${drivers}) as d`,
    )
  })
  const at = `now() - interval '10 years' * (1 - i::float8 / ${count}) - interval '1 day'`
  const sessions = connected(connectionString, async client => {
    await prepare(client)
    await withoutIndexes(client, ['session', 'session_key', 'step'], async () => {
      await client.query(
        `insert into session (session_id, driver_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version, status,
                              started_at, ends_at, ended_at, parking_cents, fee_cents, paid_via)
         select 'P-' || lpad(i::text, 10, '0'), ${driverOf(`1 + i % ${drivers}`)}, 'hashed B' || i % ${drivers},
                '{"PlateNumber": "B1", "PlateState": "Illinois", "VehicleMake": "HONDA", "VehicleModel": "CIVIC"}',
                '{"name": "State St", "kind": "street", "address": "12 S State St, Chicago", "latitude": 41.88, "longitude": -87.62,
                  "timeZone": "America/Chicago", "refundsUnused": false, "maxMinutes": null}',
                (9000 + i % 300)::text, 't', 1, 'ended', at, at + interval '45 minutes', at + interval '45 minutes',
                ${costCents - 35}, 35, 'wallet'
           from generate_series(1, ${count}) as i, lateral (select ${at} as at) as moment`,
      )
      await client.query('insert into session_key (session_id, started_at) select session_id, started_at from session')
      await client.query(
        `insert into step (session_id, seq, at, kind, minutes, amount_cents)
         select session_id, seq, started_at, kind, minutes, cents
           from session, (values (1, 'started', 45, ${costCents}), (2, 'ended', 0, 0)) as made (seq, kind, minutes, cents)`,
      )
    })
  })
  // the numbers: first each driver's top-up, then the sessions in their order
  const ledger = connected(connectionString, async client => {
    await prepare(client)
    await withoutIndexes(client, ['entry', 'posting', 'wallet'], async () => {
      await client.query(
        `insert into entry (entry_id, kind, at, driver_id, session_id) overriding system value
         select d, 'topUp', now() - interval '11 years', ${driverOf('d')}, null from generate_series(1, ${drivers}) as d`,
      )
      await client.query(
        `insert into entry (entry_id, kind, at, driver_id, session_id) overriding system value
         select ${drivers} + i, 'fare', ${at}, ${driverOf(`1 + i % ${drivers}`)}, 'P-' || lpad(i::text, 10, '0')
           from generate_series(1, ${count}) as i`,
      )
      await client.query(
        `insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
         select d, seq, account, case account when 'wallet' then ${driverOf('d')} end, cents, case account when 'wallet' then cents end
           from generate_series(1, ${drivers}) as d,
                (values (1, 'wallet', ${putInCents}), (2, 'card_clearing', ${-putInCents}))
                  as line (seq, account, cents)`,
      )
      await client.query(
        `insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
         select ${drivers} + i, seq, account, case account when 'wallet' then ${driverOf(`1 + i % ${drivers}`)} end, cents,
                case account when 'wallet' then ${putInCents} - ${costCents} * (1 + (i - 1) / ${drivers}) end
           from generate_series(1, ${count}) as i,
                (values (1, 'wallet', ${-costCents}), (2, 'parking_income', ${costCents - 35}), (3, 'fee_income', 35))
                  as line (seq, account, cents)`,
      )
      await client.query(
        `insert into wallet (driver_id, balance_cents)
         select driver_id, sum(amount_cents) from posting where account = 'wallet' group by driver_id`,
      )
      await client.query(`select setval(pg_get_serial_sequence('entry', 'entry_id'), ${drivers + count})`)
    })
  })
  await Promise.all([sessions, ledger])
}

const filled = {
  session: `started_at < now() - interval '1 day'`,
  session_key: `started_at < now() - interval '1 day'`,
  step: `at < now() - interval '1 day'`,
  entry: `at < now() - interval '1 day'`,
  posting: 'entry_id <= $1',
}
export type Digest = { rows: number; sum: string }
export type Past = { lastEntry: string; columns: Record<string, string[]> }

/** Which rows the past is, and in which columns. */
export const findPast = (connectionString: string): Promise<Past> =>
  connected(connectionString, async client => {
    const { rows: columns } = await client.query<{ name: string; columns: string[] }>(
      `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns from pg_attribute
        where attrelid = any($1::regclass[]) and attnum > 0 and not attisdropped group by attrelid`,
      [Object.keys(filled)],
    )
    const { rows } = await client.query<{ last: string }>('select max(entry_id)::text as last from entry')
    return {
      lastEntry: rows[0]!.last,
      columns: Object.fromEntries(columns.map(({ name, columns }) => [name, columns])),
    }
  })

/** How many rows each table has of the past, and the sum of the hashes of all that is in them. */
export const digestPast = (connectionString: string, { lastEntry, columns }: Past): Promise<Record<string, Digest>> =>
  connected(connectionString, async client => {
    const digests: Record<string, Digest> = {}
    for (const [table, past] of Object.entries(filled)) {
      const { rows } = await client.query<Digest>(
        `select count(*)::float8 as rows, sum(hashtextextended(row(${columns[table]!.join(', ')})::text, 0))::text as sum
           from ${table} where ${past.replace('$1', lastEntry)}`,
      )
      digests[table] = rows[0]!
    }
    return digests
  })

/** The server's, so that a lock that is not given in time is an error as it is there. */
export const patient = { options: '-c lock_timeout=10s -c statement_timeout=15s' }

/**
 * Starts and ends a stay of one of the drivers, so many days from now, each in a transaction of its own: the tables that the server's
 * routines write in their order. `pay` runs a statement.
 */
export const parkOnce = async (
  pay: (query: pg.QueryConfig) => Promise<unknown>,
  driver: number,
  id: string,
  days = 0,
): Promise<void> => {
  const at = `now() + $2::integer * interval '1 day'`
  const parked = driverOf('$3::integer')
  const values = [id, days, driver]
  // a step is in the month of its session, a column that the upgrade adds
  const [column, value] = days > 0 ? [', started_at', `, ${at}`] : ['', '']
  await pay({
    name: `start ${days}`,
    text: `
      with key as (insert into session_key (session_id, started_at) values ($1, ${at}) returning session_id),
      stay as (
        insert into session (session_id, driver_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version, status,
                             started_at, ends_at, parking_cents, fee_cents, paid_via)
        select session_id, ${parked}, 'hashed B' || $3::integer, '{}', '{}', '9000', 't', 1, 'running', ${at}, ${at} + interval '1 hour',
               ${costCents - 35}, 35, 'wallet' from key
        returning session_id),
      history as (
        insert into step (session_id, seq, at, kind, minutes, amount_cents${column})
        select session_id, 1, ${at}, 'started', 60, ${costCents}${value} from stay)
      select ledger_post('fare', now(), ${parked}, session_id, null, '{wallet,parking_income,fee_income}',
                         '{${-costCents},${costCents - 35},35}') from stay`,
    values,
  })
  await pay({
    name: `stop ${days}`,
    text: `
      with stay as (update session set status = 'ended', ended_at = ${at}, parking_cents = 0, fee_cents = 0 where session_id = $1
               returning session_id, started_at),
      history as (
        insert into step (session_id, seq, at, kind, minutes, amount_cents${column})
        select session_id, 2, ${at}, 'stopped', 1, ${-costCents}${column} from stay)
      select ledger_post('cancelled', now(), ${parked}, session_id, null, '{wallet,parking_income,fee_income}',
                         '{${costCents},${35 - costCents},-35}') from stay`,
    values,
  })
}
