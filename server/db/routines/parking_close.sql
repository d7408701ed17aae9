-- Cuts a running session at a closure: moves its end, its right's, and the job's to p_ends_at, takes what was paid for the time cut off
-- its price and posts it to who paid, lets it move once more, adds a history row. Returns whether it did: false where it ends by then or
-- has ended. The caller has locked the session, and priced it as locked.
create or replace function parking_close(
  p_override_id uuid, p_session_id text, p_ends_at timestamptz, p_now timestamptz,
  p_refund_cents integer, p_accounts text[], p_amounts integer[]
) returns boolean language plpgsql as $$
declare
  v_old session;
begin
  select * into v_old from session
   where session_id = p_session_id and started_at = session_started_at(p_session_id)
     and status = 'running' and ends_at > p_now and ends_at > p_ends_at
     for update;
  if not found then return false; end if;
  insert into closure_cut (override_id, session_id, was_until, until_at, at, refund_cents)
    values (p_override_id, p_session_id, v_old.ends_at, p_ends_at, p_now, p_refund_cents);

  insert into job (kind, ref, run_at) values ('session-end', p_session_id, p_ends_at)
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  update session
     set ends_at = p_ends_at, parking_cents = parking_cents - p_refund_cents, moves_given = moves_given + 1
   where session_id = p_session_id and started_at = v_old.started_at;
  update parking_right set ends_at = p_ends_at, as_of = p_now where kind = 'session' and ref = p_session_id and state = 'live';
  if cardinality(p_accounts) > 0 then
    perform ledger_post('closureRefund', p_now, v_old.driver_id, p_session_id,
                        concat_ws(' ', p_override_id, p_session_id, to_char(p_now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
                        p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'closed',
                       round(extract(epoch from p_ends_at - v_old.started_at) / 60)::integer, -p_refund_cents);
  return true;
end $$;
