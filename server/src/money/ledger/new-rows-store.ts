// The SQL of the hourly check of the books: what is new since the last good run, and the standing checks of that alone.
import { sql } from '#platform/db.ts'
import { checks, keysAgainst } from './checks-store.ts'

/** Rows of `change` that the snapshot does not see, and entries above this one, may be new. */
export type Position = { snapshot: string; entry_id: string }
type Moment = Position & { epoch: string }

const newestEntry = sql.one<{ entry_id: string }>(
  'books_newest_entry',
  'select coalesce(max(entry_id), 0)::text as entry_id from entry',
)
const moment = sql.one<{ epoch: string; snapshot: string }>(
  'books_moment',
  `select epoch || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8) as epoch, pg_current_snapshot()::text as snapshot
     from feed_epoch`,
)
/** The entry before the snapshot: who has an older number is then known to the snapshot as running. */
export const selectMoment = async (db: Parameters<typeof moment>[0]): Promise<Moment> => ({
  ...(await newestEntry(db)),
  ...(await moment(db)),
})

/**
 * Of the last good run of this epoch; null where no whole one was good since `wholeSince`. Entries are numbered before they are
 * committed, so all are new above the newest entry of a run whose transactions were all over at the last one.
 */
export const findPosition = sql.first<Position, [epoch: string, wholeSince: Temporal.Instant]>(
  'books_position',
  `select snapshot::text,
          (select coalesce(max(entry_id), 0) from books_run as before
            where epoch = $1 and pg_snapshot_xmax(before.snapshot) <= pg_snapshot_xmin(last.snapshot))::text as entry_id
     from books_run as last
    where epoch = $1 and exists (select from books_run where epoch = $1 and whole and at >= $2)
    order by run_id desc limit 1`,
)

const runInsert = sql(
  'books_run_insert',
  `with old as (delete from books_run where at < $1::timestamptz - interval '3 days')
   insert into books_run (at, whole, epoch, snapshot, entry_id) values ($1, $2, $3, $4, $5)`,
)
export const insertRun = async (
  db: Parameters<typeof runInsert>[0],
  { epoch, snapshot, entry_id }: Moment,
  whole: boolean,
  now: Temporal.Instant,
): Promise<void> => {
  await runInsert(db, [now, whole, epoch, snapshot, entry_id])
}

const newSessions = `(select ref from changed union select ref from parking_right where kind = 'session' and state = 'live')`
const ofNewDrivers = 'driver_id in (select driver_id from changed)'

/** What a check reads of these tables in place of all their rows. */
const newRows = (entryId: string) => ({
  entry: `select * from public.entry where entry_id > ${entryId}`,
  posting: `select * from public.posting where entry_id > ${entryId}`,
  session: `select session.* from public.session_key join public.session using (session_id, started_at)
    where session_id in ${newSessions}`,
  session_key: `select * from public.session_key where session_id in ${newSessions}`,
  wallet: `select * from public.wallet where ${ofNewDrivers}`,
  charge: `select * from public.charge where ${ofNewDrivers}`,
  refund: `select * from public.refund where ${ofNewDrivers}`,
  dispute: `select * from public.dispute where ${ofNewDrivers}`,
  subscription: `select * from public.subscription where ${ofNewDrivers}`,
})
type Table = keyof ReturnType<typeof newRows>

/** Of each check the tables of which it reads new rows only, and its query where new rows need another. None: checked at night only. */
const hourly: Record<string, { of: Table[]; query?: string } | null> = {
  'Every refund to a card has the entries of its state, each of its amount.': { of: ['refund'] },
  'Every refund to the wallet is in it at once.': { of: ['refund'] },
  // a sum over all postings
  'What is due to cards is what was asked for and not taken on yet.': null,
  'No payment is given back beyond what was taken.': { of: ['charge'] },
  'Every refund under way is looked at again.': { of: ['refund'] },
  'What was paid out by hand was owed to a driver who is gone, and is all of it.': { of: ['entry'] },
  'What a closure took off a session went back to who paid, once and all of it.': {
    of: ['session'],
    query: `
      select session_id, cut.cents as refund_cents, booked.cents as booked_cents from session
       cross join lateral (
         select coalesce(sum(refund_cents), 0) as cents from closure_cut
          where closure_cut.session_id = session.session_id) as cut
       cross join lateral (
         select coalesce(sum(amount_cents), 0) as cents from public.entry join public.posting using (entry_id)
          where entry.session_id = session.session_id and kind = 'closureRefund'
            and account in ('wallet', 'card_receivable')) as booked
       where cut.cents <> booked.cents`,
  },
  'Every dispute has the entries of its state, each of its amount.': { of: ['dispute'] },
  'Every running session by card is authorised for what it costs.': { of: ['session'] },
  'Every authorisation in use is of a running session.': { of: ['charge'] },
  'Every authorisation that was captured has exactly one entry of what was taken, and no other has one.': {
    of: ['charge'],
  },
  'What an ended session cost is captured, to be captured, or lost.': { of: ['session'] },
  'Every session by card says what its payment came to.': { of: ['session'] },
  'Every authorisation under way has its next look scheduled.': { of: ['charge'] },
  // all months against all entries
  'Every paid month of a plan has exactly one entry of its amount, and no other month has one.': null,
  'Every plan is paid until the end of its last paid month.': { of: ['subscription'] },
  'Every plan that goes on has its next look scheduled.': { of: ['subscription'] },
  'Every entry sums to zero.': { of: ['posting'] },
  'Every entry has at least two postings.': { of: ['entry'] },
  'Every wallet holds the sum of its postings.': {
    of: ['wallet'],
    query: `
      select driver_id, balance_cents, last.cents as last_cents
        from wallet cross join lateral (
          select coalesce((select balance_after_cents from posting
                            where posting.driver_id = wallet.driver_id and account = 'wallet'
                            order by entry_id desc limit 1), 0) as cents) as last
       where balance_cents <> last.cents`,
  },
  'No wallet was ever below zero.': { of: ['posting'] },
  'Every wallet posting stands on the one before it.': {
    of: ['posting'],
    query: `
      select entry_id, driver_id from posting as line
       where account = 'wallet' and balance_after_cents - amount_cents <> coalesce(
         (select balance_after_cents from public.posting as before
           where before.driver_id = line.driver_id and account = 'wallet' and before.entry_id < line.entry_id
           order by before.entry_id desc limit 1), 0)`,
  },
  'Every charge that succeeded has exactly one top-up of its amount, and no other charge has one.': { of: ['charge'] },
  'Every session was paid in the ledger what it says, to the cent.': { of: ['session'] },
  'Every session’s steps add up to what was paid.': { of: ['session'] },
  'Every entry for a session is for a session of that driver.': { of: ['entry'] },
  'The wallet of a deleted account holds nothing.': { of: ['wallet'] },
  'No account has two running sessions of one plate.': { of: ['session'] },
  'Every running session has its right to park, of its plate, in its zone, from its start to its end, and no other is live.':
    { of: ['session'] },
  // rights are deleted a day after they end
  'Every right to park that is over has a session that ended then, and one that was never paid a charge.': { of: [] },
  'Every change of a session is a segment, each after the one before it.': { of: ['session'] },
  'Every session has its key with its start and city, and no other has one.': {
    of: ['session_key'],
    // in every month: one that is not where its key says
    query: keysAgainst(`(select * from public.session where session_id in ${newSessions}) as session`),
  },
  'Every reference of an entry is kept once, and points at that entry.': {
    of: ['entry'],
    query: `
      select entry.entry_id from entry left join entry_reference as kept using (reference, kind)
       where reference is not null and kept.entry_id is distinct from entry.entry_id`,
  },
  'Every running session has its end scheduled.': { of: ['session'] },
}

/** How it looks for what breaks it among new rows; null where only the whole run does. */
export const newRowsQuery = (sentence: string, { snapshot, entry_id }: Position): string | null => {
  const check = hourly[sentence]
  if (check === undefined) throw new Error(`No hourly query for: ${sentence}`)
  if (!check) return null
  const rows = newRows(entry_id)
  return `set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
    with changed as materialized (
      select ref, driver_id from change
       where xid >= pg_snapshot_xmin('${snapshot}') and not pg_visible_in_snapshot(xid, '${snapshot}')
    ) ${check.of.map(table => `, ${table} as (${rows[table]})`).join(' ')}
    ${check.query ?? checks[sentence]}`
}
