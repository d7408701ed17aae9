-- Extends a running session: claims the idempotency key, moves the end of the session and of its right, posts the price, adds a
-- history row. The caller priced the session as it was with p_expected_ends_at; raises PK001 where it has changed since: price it
-- again.
create or replace function parking_extend(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session_id text, p_expected_ends_at timestamptz, p_now timestamptz, p_minutes integer,
  p_amount_cents integer, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
  v_fee_cents integer := round((p_answer ->> 'ServiceFee')::numeric * 100);
  v_started_at timestamptz := (select started_at from session_key where session_id = p_session_id);
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  -- Locks the job of the end before the session, in the order of that job itself: the other order would deadlock.
  -- Inserts it where the job failed and was put back.
  insert into job (kind, ref, run_at)
    select 'session-end', p_session_id, v_started_at + make_interval(mins => p_minutes) where v_started_at is not null
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  -- of the amount the fee is what the answer says beyond what was paid of it: the first paid minute brings it
  update session
     set ends_at = started_at + make_interval(mins => p_minutes),
         fee_cents = v_fee_cents, parking_cents = parking_cents + p_amount_cents - (v_fee_cents - fee_cents)
   where session_id = p_session_id and started_at = v_started_at and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now
     and moves + plate_changes = coalesce(jsonb_array_length(p_answer -> 'Changes'), 0);
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  update parking_right set ends_at = starts_at + make_interval(mins => p_minutes), as_of = p_now
   where kind = 'session' and ref = p_session_id;
  if cardinality(p_accounts) > 0 then
    perform ledger_post('extension', p_now, p_driver_id, p_session_id, null, p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'extended', p_minutes, p_amount_cents);
  return p_answer;
end $$;
