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
  -- a server of the version before knows one city
  v_city integer := coalesce(v_new.city, 1);
  v_expired text;
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
    insert into parking_right (kind, ref, city, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
      values ('session', v_new.session_id, v_city, v_new.zone_number, v_new.plate_key, plate_fold(v_new.plate_key), p_driver_id, 'live',
              v_new.started_at, v_new.ends_at, v_new.started_at, v_new.started_at)
    on conflict (driver_id, plate_key) where kind = 'session' and state in ('pending', 'live') do nothing;
    exit when found;
    v_expired := parking_make_way(p_driver_id, v_new.plate_key, v_new.started_at, v_expired);
  end loop;

  -- again now that the right is taken, which waits for a stop of this plate that is under way
  perform parking_require_return(p_driver_id, v_new.plate_key, v_city, v_new.zone_number, (p_session ->> 'no_return_minutes')::integer,
                                 v_new.started_at);

  insert into session_key (session_id, started_at, city) values (v_new.session_id, v_new.started_at, v_city);
  insert into session (session_id, driver_id, vehicle_id, plate_key, vehicle, place, city, zone_number, tariff_id, tariff_version, status,
                       started_at, ends_at, parking_cents, fee_cents, paid_via, auto_session, auto_extended, method_id, payment,
                       rule_book_id, rule_book_version, rules_as_of, facts)
    values (v_new.session_id, p_driver_id, v_new.vehicle_id, v_new.plate_key, v_new.vehicle, v_new.place, v_city, v_new.zone_number,
            v_new.tariff_id, v_new.tariff_version, 'running', v_new.started_at, v_new.ends_at, v_new.parking_cents,
            v_new.fee_cents, v_new.paid_via, v_new.auto_session, v_new.auto_extended, v_new.method_id, v_new.payment,
            v_new.rule_book_id, v_new.rule_book_version, v_new.rules_as_of, coalesce(v_new.facts, '{"spaceKind": "general", "vehicleKind": "car", "holds": []}'));

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
