// The SQL of the standing checks of the books: each a sentence and the query that finds what breaks it.
import { longQuery, type Queryable } from '#platform/db.ts'

/** The broken rows of one standing check; none when the books are right. */
export const selectBroken = (db: Queryable, check: string): Promise<unknown[]> => longQuery(db, 'books_check', check)

/** Of the keys and these sessions, those that the other lacks; an archived session has its key too. */
export const keysAgainst = (sessions: string) => `
  select session_id from ${sessions} full join session_key using (session_id)
   where (session.started_at, session.city) is distinct from (session_key.started_at, session_key.city)
     and not exists (select from archived_session as archived
                      where archived.session_id = session_key.session_id and archived.started_at = session_key.started_at
                        and archived.city = session_key.city)`

export const checks: Record<string, string> = {
  // money that goes back
  'Every refund to a card has the entries of its state, each of its amount.': `
    select refund_id, state, asked.cents as asked_cents, sent.cents as sent_cents, failed.cents as failed_cents
      from refund
      cross join lateral (
        select sum(amount_cents) as cents from entry_reference join posting using (entry_id)
         where reference = refund_id::text and kind in ('withdrawal', 'refundRequested', 'planRefundRequested')
           and account = 'refunds_due') as asked
      cross join lateral (
        select sum(amount_cents) as cents from entry_reference join posting using (entry_id)
         where reference = refund_id::text and kind = 'refundSent' and account = 'card_clearing') as sent
      cross join lateral (
        select sum(amount_cents) as cents from entry_reference join posting using (entry_id)
         where reference = refund_id::text and kind = 'refundFailed' and account in ('wallet', 'unclaimed')) as failed
     where (charge_id is not null or purpose = 'plan')
       and (asked.cents is distinct from amount_cents
         or sent.cents is distinct from case when sent_at is not null then amount_cents end
         or failed.cents is distinct from case when state = 'failed' then amount_cents end)`,
  'Every refund to the wallet is in it at once.': `
    select refund_id from refund
      left join entry_reference as entry on kind = 'refund' and reference = refund_id::text
      left join posting on posting.entry_id = entry.entry_id and account in ('wallet', 'unclaimed')
     where charge_id is null and purpose <> 'plan' and posting.amount_cents is distinct from refund.amount_cents`,
  'What is due to cards is what was asked for and not taken on yet.': `
    select due.cents as due_cents, open.cents as open_cents
      from (select coalesce(sum(amount_cents), 0) as cents from posting where account = 'refunds_due') as due,
           (select coalesce(sum(amount_cents), 0) as cents from refund
             where (charge_id is not null or purpose = 'plan') and state = 'requested') as open
     where due.cents <> open.cents`,
  'No payment is given back beyond what was taken.': `
    select charge_id, sum(refund.amount_cents) from refund join charge using (charge_id)
     where refund.state <> 'failed'
     group by charge_id having sum(refund.amount_cents) > max(coalesce(capture_cents, charge.amount_cents))`,
  'Every refund under way is looked at again.': `
    select refund_id from refund left join job on job.kind = 'refund' and job.ref = refund_id::text
     where (charge_id is not null or purpose = 'plan') and state in ('requested', 'sent') and job.ref is null`,

  // what is owed to drivers who are gone
  'What was paid out by hand was owed to a driver who is gone, and is all of it.': `
    select paid.entry_id from entry as paid join posting using (entry_id)
      left join public.entry as owed on owed.entry_id = paid.reference::bigint and owed.driver_id = paid.driver_id
      left join posting as due on due.entry_id = owed.entry_id and due.account = 'unclaimed'
     where paid.kind = 'paidOut' and posting.account = 'unclaimed'
       and posting.amount_cents is distinct from -due.amount_cents`,

  // closures
  'What a closure took off a session went back to who paid, once and all of it.': `
    select session_id, cut.refund_cents, booked.cents as booked_cents
      from (select session_id, sum(refund_cents) as refund_cents from closure_cut group by session_id) as cut
      full join (select session_id, sum(amount_cents) as cents from entry join posting using (entry_id)
                  where kind = 'closureRefund' and account in ('wallet', 'card_receivable') group by session_id) as booked using (session_id)
     where coalesce(cut.refund_cents, 0) <> coalesce(booked.cents, 0)`,

  // disputes
  'Every dispute has the entries of its state, each of its amount.': `
    select dispute_id, state, opened.cents as opened_cents, won.cents as won_cents
      from dispute
      cross join lateral (
        select sum(amount_cents) as cents from entry_reference join posting using (entry_id)
         where reference = dispute_id and kind = 'disputeOpened' and account = 'card_clearing') as opened
      cross join lateral (
        select -sum(amount_cents) as cents from entry_reference join posting using (entry_id)
         where reference = dispute_id and kind = 'disputeWon' and account = 'card_clearing') as won
     where opened.cents is distinct from amount_cents
        or won.cents is distinct from case when state = 'won' then amount_cents end`,

  // sessions by card
  'Every running session by card is authorised for what it costs.': `
    select session_id, parking_cents + fee_cents as cost_cents, held.cents as held_cents
      from session cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents from charge
         where charge.session_id = session.session_id and state = 'held') as held
     where status = 'running' and method_id is not null and held.cents < parking_cents + fee_cents`,
  'Every authorisation in use is of a running session.': `
    select charge_id, status
      from charge left join session_key using (session_id) left join session using (session_id, started_at)
     where charge.state = 'held' and session.status is distinct from 'running'`,
  'Every authorisation that was captured has exactly one entry of what was taken, and no other has one.': `
    select charge_id, state, capture_cents, posting.amount_cents from charge
      left join entry_reference as entry on entry.kind = 'captured' and entry.reference = charge_id::text
      left join posting on posting.entry_id = entry.entry_id and posting.account = 'card_clearing'
     where purpose = 'session'
       and ((state = 'captured') <> (entry.entry_id is not null)
         or (state = 'captured' and posting.amount_cents <> -capture_cents))`,
  'What an ended session cost is captured, to be captured, or lost.': `
    select session_id, owed.cents as owed_cents, open.cents as open_cents
      from session
      cross join lateral (
        select -coalesce(sum(amount_cents), 0) as cents from entry join posting using (entry_id)
         where entry.session_id = session.session_id and account = 'card_receivable') as owed
      cross join lateral (
        select coalesce(sum(capture_cents), 0) as cents from charge
         where charge.session_id = session.session_id and state in ('capturing', 'lost')) as open
     where status = 'ended' and method_id is not null and owed.cents <> open.cents`,
  'Every session by card says what its payment came to.': `
    select session_id, payment, open, owing, lost
      from session cross join lateral (
        select coalesce(bool_or(state = 'capturing'), false) as open,
               coalesce(bool_or(state = 'capturing' and capture_cents > 0), false) as owing,
               coalesce(bool_or(state = 'lost'), false) as lost
          from charge where charge.session_id = session.session_id) as came
     where status = 'ended' and method_id is not null
       and ((payment = 'pending' and not open) or (payment = 'paid' and owing) or (payment = 'failed') <> lost)`,
  'Every authorisation under way has its next look scheduled.': `
    select charge_id, state from charge
      left join job on job.ref = charge_id::text and job.kind = case state when 'pending' then 'charge' else 'capture' end
     where purpose = 'session' and state in ('pending', 'capturing') and job.ref is null`,

  // plans
  'Every paid month of a plan has exactly one entry of its amount, and no other month has one.': `
    select invoice_reference, booked.reference, paid.amount_cents as paid_cents, booked.amount_cents as booked_cents
      from subscription_payment as paid
      full join (select reference, amount_cents from entry_reference join posting using (entry_id)
                  where kind = 'planFee' and account = 'plan_income') as booked on reference = invoice_reference
     where paid.amount_cents is distinct from booked.amount_cents`,
  'Every plan is paid until the end of its last paid month.': `
    select subscription_id, paid_until, max(covers_until) as covers_until
      from subscription left join subscription_payment using (subscription_id)
     group by subscription_id, paid_until having paid_until is distinct from max(covers_until)`,
  'Every plan that goes on has its next look scheduled.': `
    select subscription_id from subscription
      left join job on job.kind = 'subscription' and job.ref = subscription_id::text
     where state not in ('ended', 'void') and job.ref is null`,

  // the ledger, wallets, and sessions
  'Every entry sums to zero.': `select entry_id, sum(amount_cents) from posting group by entry_id having sum(amount_cents) <> 0`,
  'Every entry has at least two postings.': `select entry_id from entry left join posting using (entry_id) group by entry_id having count(posting.*) < 2`,
  'Every wallet holds the sum of its postings.': `
    select driver_id, balance_cents, coalesce(sum(amount_cents), 0) as postings_cents
      from wallet left join posting using (driver_id) group by driver_id, balance_cents
    having balance_cents <> coalesce(sum(amount_cents), 0)`,
  'No wallet was ever below zero.': `select * from posting where account = 'wallet' and balance_after_cents < 0`,
  'Every wallet posting stands on the one before it.': `
    select entry_id, driver_id from (
      select entry_id, driver_id, amount_cents, balance_after_cents,
             lag(balance_after_cents, 1, 0) over (partition by driver_id order by entry_id) as before_cents
        from posting where account = 'wallet') as line
     where before_cents + amount_cents <> balance_after_cents`,
  'Every charge that succeeded has exactly one top-up of its amount, and no other charge has one.': `
    select charge_id, state from charge
      left join entry_reference as entry on entry.kind in ('topUp', 'autoTopUp') and entry.reference = charge_id::text
      left join posting on posting.entry_id = entry.entry_id and posting.account = 'wallet'
     where (state = 'succeeded') <> (entry.entry_id is not null)
        or (state = 'succeeded' and posting.amount_cents <> charge.amount_cents)`,
  'Every session was paid in the ledger what it says, to the cent.': `
    select session_id, parking_cents + fee_cents - refunded_cents as says_cents, coalesce(paid.cents, 0) as ledger_cents
      from session left join lateral (
        select -sum(amount_cents) as cents from entry join posting using (entry_id)
         where entry.session_id = session.session_id and account in ('wallet', 'card_receivable', 'refunds_due')
           and kind <> 'captured') as paid on true
     where parking_cents + fee_cents - refunded_cents <> coalesce(paid.cents, 0)`,
  'Every session’s steps add up to what was paid.': `
    select session.session_id
      from session left join step
        on step.session_id = session.session_id and step.started_at in (session.started_at, '-infinity')
     group by session.session_id
    having coalesce(sum(amount_cents), 0) <> max(parking_cents + fee_cents - refunded_cents)`,
  'Every entry for a session is for a session of that driver.': `
    select entry_id
      from entry left join session_key using (session_id) left join session using (session_id, started_at)
     where entry.session_id is not null and session.driver_id is distinct from entry.driver_id
       and not exists (select from archived_session as archived
                        where archived.session_id = entry.session_id and archived.started_at = session_key.started_at
                          and archived.driver_id = entry.driver_id)`,
  'The wallet of a deleted account holds nothing.': `
    select driver_id, balance_cents from wallet join driver using (driver_id)
     where erased_at is not null and balance_cents <> 0`,
  'No account has two running sessions of one plate.': `
    select driver_id, plate_key from session where status = 'running' group by driver_id, plate_key having count(*) > 1`,
  'Every running session has its right to park, of its plate, in its zone, from its start to its end, and no other is live.': `
    select session_id, ref from (select * from session where status = 'running') as session
      full join (select * from parking_right where kind = 'session' and state = 'live') as live on ref = session_id
     where (session.city, session.driver_id, session.plate_key, session.zone_number, started_at, session.ends_at)
        is distinct from (live.city, live.driver_id, live.plate_key, live.zone_number, starts_at, live.ends_at)
        or plate_fold <> plate_fold(live.plate_key) or paid_at is null`,
  'Every right to park that is over has a session that ended then, and one that was never paid a charge.': `
    select parking_right.kind, ref, state
      from parking_right left join session on session_id = ref and started_at = starts_at
      left join segment on segment.session_id = split_part(ref, ' ', 1) and seq::text = split_part(ref, ' ', 2)
     where parking_right.kind <> 'session' or (state = 'pending' and paid_at is not null)
        or (state in ('over', 'left') and (status, ended_at) is distinct from ('ended', parking_right.ends_at)
            and (segment.zone_number, segment.plate_key, from_at, to_at) is distinct from
                (parking_right.zone_number, parking_right.plate_key, parking_right.starts_at, parking_right.ends_at))
        or (paid_at is null and not exists (select from charge where charge.session_id = ref))`,
  'Every change of a session is a segment, each after the one before it.': `
    select session.session_id
      from session left join lateral (
        select count(*) as all_of_it, count(*) filter (where kind = 'moved') as moved, sum(parking_cents) as cents, max(to_at) as to_at,
               bool_and(driver_id = session.driver_id) as own, bool_and(to_at >= from_at) as in_order
          from segment where segment.session_id = session.session_id) as past on true
     where (moves, moves + plate_changes) <> (past.moved, past.all_of_it) or not own or not in_order
        or past.cents > parking_cents or past.to_at > ends_at or (moves > 0) <> (part_from_at is not null)`,
  'Every session has its key with its start and city, and no other has one.': keysAgainst('session'),
  'Every reference of an entry is kept once, and points at that entry.': `
    select entry_id from (select entry_id, kind, reference from entry where reference is not null) as entry
      full join entry_reference as kept using (entry_id)
     where (entry.kind, entry.reference) is distinct from (kept.kind, kept.reference)`,
  'Every running session has its end scheduled.': `
    select session_id from session left join job on job.kind = 'session-end' and job.ref = session_id
     where status = 'running' and job.ref is null`,
}
