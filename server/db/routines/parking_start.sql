-- Starts a session in one round trip and one transaction: claims the idempotency key, takes the right to park, inserts the session,
-- posts the fare, adds the first history row, schedules the end. Returns the stored answer. Raises already_parked,
-- no_return, insufficient_funds, idempotency_conflict (PK000).
create or replace function parking_start(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session jsonb, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
  v_new session := jsonb_populate_record(null::session, p_session);
  v_other parking_right;
  v_expired text;
  v_no_return integer := p_session ->> 'no_return_minutes';
  v_allowed_from timestamptz;
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, v_new.started_at);
  if v_first is not null then return v_first; end if;

  -- A card start was pending until now; it may have been voided meanwhile.
  if v_new.method_id is not null then
    delete from parking_right where kind = 'session' and ref = v_new.session_id and state in ('pending', 'void');
  end if;
  -- One right per plate within one account: others neither block it nor are mentioned. What is over ends first, and a card start that
  -- is pending gives way.
  loop
    insert into parking_right (kind, ref, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
      values ('session', v_new.session_id, v_new.zone_number, v_new.plate_key, plate_fold(v_new.plate_key), p_driver_id, 'live',
              v_new.started_at, v_new.ends_at, v_new.started_at, v_new.started_at)
    on conflict (driver_id, plate_key) where kind = 'session' and state in ('pending', 'live') do nothing;
    exit when found;
    select * into v_other from parking_right
     where driver_id = p_driver_id and plate_key = v_new.plate_key and kind = 'session' and state in ('pending', 'live');
    if v_other.state = 'live' and (v_other.ends_at > v_new.started_at or v_other.ref = v_expired) then
      raise exception 'already_parked' using errcode = 'PK000', detail = json_build_object(
        'Until', to_char(v_other.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'SessionId', v_other.ref,
        'Name', (select place ->> 'name' from session
                   where session_id = v_other.ref and started_at = v_other.starts_at))::text;
    elsif v_other.state = 'live' then
      v_expired := v_other.ref;
      perform parking_end_expired(v_expired, v_new.started_at);
    else
      update parking_right set state = 'void', as_of = v_new.started_at
       where kind = 'session' and ref = v_other.ref and state = 'pending';
    end if;
  end loop;

  -- again now that the right is taken, which waits for a stop of this plate that is under way
  if v_no_return is not null then
    select max(ended_at) + make_interval(mins => v_no_return) into v_allowed_from from session
     where driver_id = p_driver_id and plate_key = v_new.plate_key and zone_number = v_new.zone_number
       and status = 'ended' and not free_cancel
       -- no stay is longer than a week: four times as far back, and no further
       and started_at > v_new.started_at - make_interval(days => 28, mins => v_no_return);
    if v_allowed_from > v_new.started_at then
      raise exception 'no_return' using errcode = 'PK000', detail = json_build_object(
        'AllowedFrom', to_char(v_allowed_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text;
    end if;
  end if;

  insert into session_key (session_id, started_at) values (v_new.session_id, v_new.started_at);
  insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, zone_number, tariff_id, tariff_version, status,
                       started_at, ends_at, parking_cents, fee_cents, paid_via, auto_session, auto_extended, method_id, payment)
    values (v_new.session_id, p_driver_id, v_new.vehicle_id, v_new.plate_key, v_new.vehicle, v_new.place, v_new.zone_number,
            v_new.tariff_id, v_new.tariff_version, 'running', v_new.started_at, v_new.ends_at, v_new.parking_cents,
            v_new.fee_cents, v_new.paid_via, v_new.auto_session, v_new.auto_extended, v_new.method_id, v_new.payment);

  -- the fare, the history, the job of its end
  if cardinality(p_accounts) > 0 then
    perform ledger_post('fare', v_new.started_at, p_driver_id, v_new.session_id, null, p_accounts, p_amounts);
  end if;
  insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
    values (v_new.session_id, v_new.started_at, 1, v_new.started_at, 'started',
    (extract(epoch from v_new.ends_at - v_new.started_at) / 60)::integer, v_new.parking_cents + v_new.fee_cents);
  insert into job (kind, ref, run_at) values ('session-end', v_new.session_id, v_new.ends_at);
  return p_answer;
end $$;
