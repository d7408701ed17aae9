-- Stops a session as a free cancel; does nothing and returns null where none is left since then. Until the transaction ends nobody else
-- counts those of this account, nor of this plate in this zone. The rest is parking_stop's.
create or replace function parking_stop_free(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session_id text, p_expected_ends_at timestamptz, p_now timestamptz, p_minutes integer,
  p_refund_cents integer, p_accounts text[], p_amounts integer[],
  p_plate_key text, p_zone_number text, p_since timestamptz,
  p_early interval, p_most_of_account integer, p_most_of_plate integer
) returns jsonb language plpgsql as $$
declare
  v_city integer := (select city from session where session_id = p_session_id and started_at = session_started_at(p_session_id));
begin
  perform pg_advisory_xact_lock(hashtextextended(p_driver_id::text, 16));
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_plate_key, v_city, p_zone_number), 17));
  -- a statement of its own: it sees what was committed while this one waited
  if not free_cancel_left(p_driver_id, p_plate_key, v_city, p_zone_number, p_since, p_early, p_most_of_account, p_most_of_plate)
  then return null; end if;
  return parking_stop(p_driver_id, p_key, p_call, p_hash, p_answer, p_session_id, p_expected_ends_at, p_now, p_minutes,
                      p_refund_cents, 'cancelled', p_accounts, p_amounts);
end $$;
