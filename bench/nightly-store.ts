// The SQL of the nightly bench: ended sessions with their entries and postings, all of which the books find right.
import { asOwner, fillDrivers } from './scaling-store.ts'

const drivers = 10_000
/** what each driver has before the first session, and what a session costs after its refund */
const [topUp, paid] = [100_000_000, 235]

/** On an empty database: drivers with full wallets. */
export const fillWallets = (connectionString: string): Promise<void> =>
  asOwner(connectionString, async client => {
    await client.query('set session_replication_role = replica')
    await fillDrivers(client, drivers)
    for (const text of [
      `insert into wallet (driver_id, balance_cents) select driver_id, ${topUp} from driver`,
      `insert into entry (kind, at, driver_id) select 'topUp', now() - interval '11 years', driver_id from driver`,
      `insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
       select entry_id, 1, 'wallet', driver_id, ${topUp}, ${topUp} from entry
       union all select entry_id, 2, 'card_clearing', null, -${topUp}, null from entry`,
    ])
      await client.query(text)
  })

type Filled = { first: number; last: number; from: Temporal.Instant; until: Temporal.Instant; isNew: boolean }

/** Sessions with these numbers, driver after driver, each with two steps and two entries of three postings; new ones as changes too. */
export const fillPaid = (connectionString: string, { first, last, from, until, isNew }: Filled): Promise<void> =>
  asOwner(connectionString, async client => {
    // no trigger runs and no reference is looked up: the rows are right as they are
    await client.query('set session_replication_role = replica')
    await client.query(
      `create temporary table filled as
       select i, 'P-' || lpad(i::text, 10, '0') as id, $3::timestamptz + ($4::timestamptz - $3) * ((i - $1)::float8 / ($2 - $1 + 1)) as at,
              ('00000000-0000-4000-8000-' || lpad(to_hex(1 + i % ${drivers}), 12, '0'))::uuid as driver, i / ${drivers} as before
         from generate_series($1::integer, $2::integer) as i`,
      [first, last, `${from}`, `${until}`],
    )
    for (const text of [
      `insert into session (session_id, driver_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version, status,
                            started_at, ends_at, ended_at, parking_cents, fee_cents, refunded_cents, paid_via)
       select id, driver, 'Illinois B' || i % ${drivers},
              '{"PlateNumber": "B1", "PlateState": "Illinois", "VehicleMake": "HONDA", "VehicleModel": "CIVIC"}',
              '{"name": "State St", "kind": "street", "address": "12 S State St, Chicago", "latitude": 41.88, "longitude": -87.62,
                "timeZone": "America/Chicago", "refundsUnused": true, "maxMinutes": null}',
              (9000 + i % 300)::text, 't', 1, 'ended', at, at + interval '1 hour', at + interval '45 minutes', 265, 35, 65, 'wallet'
         from filled`,
      'insert into session_key (session_id, started_at) select id, at from filled',
      `insert into step (session_id, seq, at, kind, minutes, amount_cents)
       select id, seq, at, kind, 45, cents from filled, (values (1, 'started', 300), (2, 'stopped', -65)) as made (seq, kind, cents)`,
      `with added as (
         insert into entry (kind, at, driver_id, session_id)
         select kind, at, driver, id from filled, (values (1, 'fare'), (2, 'unusedMinutes')) as made (n, kind) order by i, n
         returning entry_id, kind, driver_id, session_id)
       insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
       select entry_id, seq, account, case account when 'wallet' then driver_id end, cents,
              case account when 'wallet' then ${topUp} - ${paid} * before - case added.kind when 'fare' then 300 else ${paid} end end
         from added join filled on id = session_id
         join (values ('fare', 1, 'wallet', -300), ('fare', 2, 'parking_income', 265), ('fare', 3, 'fee_income', 35),
                      ('unusedMinutes', 1, 'wallet', 65), ('unusedMinutes', 2, 'parking_income', -60), ('unusedMinutes', 3, 'fee_income', -5)
              ) as line (kind, seq, account, cents) on line.kind = added.kind`,
      `update wallet set balance_cents = balance_cents - ${paid} * many
         from (select driver, count(*)::integer as many from filled group by driver) as parked where driver_id = driver`,
      isNew
        ? `insert into change (topic, city, zone_number, driver_id, ref) select 'session', 1, '9000', driver, id from filled`
        : 'vacuum (analyze)',
    ])
      await client.query(text)
  })
