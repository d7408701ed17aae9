-- Starts a session in one round trip and one transaction: claims the idempotency key, inserts the session, posts the
-- fare, adds the first history row, schedules the end. Returns the stored answer. Raises already_parked,
-- no_return, insufficient_funds, idempotency_conflict (PK000).
create or replace function parking_start(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session jsonb, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
  v_new session := jsonb_populate_record(null::session, p_session);
  v_other session;
  v_no_return integer := p_session ->> 'no_return_minutes';
  v_allowed_from timestamptz;
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, v_new.started_at);
  if v_first is not null then return v_first; end if;

  -- one running session per plate within one account: others neither block it nor are mentioned
  v_new.free_cancel := false;
  perform parking_end_expired(v_new.plate_key, null, v_new.started_at);
  insert into session values (v_new.*) on conflict (driver_id, plate_key) where status = 'running' do nothing;
  if not found then
    select * into v_other from session
     where driver_id = p_driver_id and plate_key = v_new.plate_key and status = 'running';
    raise exception 'already_parked' using errcode = 'PK000', detail = json_build_object(
      'Until', to_char(v_other.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'SessionId', v_other.session_id,
      'Name', v_other.place ->> 'name')::text;
  end if;

  -- again after the insert, which waits for a stop of this plate that is under way
  if v_no_return is not null then
    select max(ended_at) + make_interval(mins => v_no_return) into v_allowed_from from session
     where driver_id = p_driver_id and plate_key = v_new.plate_key and zone_number = v_new.zone_number
       and status = 'ended' and not free_cancel;
    if v_allowed_from > v_new.started_at then
      raise exception 'no_return' using errcode = 'PK000', detail = json_build_object(
        'AllowedFrom', to_char(v_allowed_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text;
    end if;
  end if;

  -- the fare, the history, the job of its end
  if cardinality(p_accounts) > 0 then
    perform ledger_post('fare', v_new.started_at, p_driver_id, v_new.session_id, null, p_accounts, p_amounts);
  end if;
  insert into step values (v_new.session_id, 1, v_new.started_at, 'started',
    (extract(epoch from v_new.ends_at - v_new.started_at) / 60)::integer, v_new.parking_cents + v_new.fee_cents);
  insert into job (kind, ref, run_at) values ('session-end', v_new.session_id, v_new.ends_at);
  return p_answer;
end $$;
