// What must hold of sessions that a card pays: what is authorised, what was taken, and what is still owed.
export const cardSessionChecks: Record<string, string> = {
  'Every running session by card is authorised for what it costs.': `
    select session_id, parking_cents + fee_cents as cost_cents, held.cents as held_cents
      from session cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents from charge
         where charge.session_id = session.session_id and state = 'held') as held
     where status = 'running' and method_id is not null and held.cents < parking_cents + fee_cents`,
  'Every authorisation in use is of a running session.': `
    select charge_id, status from charge left join session using (session_id)
     where charge.state = 'held' and session.status is distinct from 'running'`,
  'Every authorisation that was captured has exactly one entry of what was taken, and no other has one.': `
    select charge_id, state, capture_cents, posting.amount_cents from charge
      left join entry on entry.kind = 'captured' and entry.reference = charge_id::text
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
}
