-- Changes the zone or the plate of a running session, once each, and the zone once more for each closure that cut it: claims the idempotency key, keeps what was before as a segment, takes the
-- right to park along, posts what the old zone returns and then what the new one costs, adds a history row. p_session is the session
-- after it. Raises PK001 where the session has changed since the caller priced it; change_used, already_parked, no_return,
-- insufficient_funds (PK000).
create or replace function parking_change(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session_id text, p_expected_ends_at timestamptz, p_now timestamptz,
  p_session jsonb, p_part jsonb, p_no_return_minutes integer, p_amount_cents integer,
  p_out_accounts text[], p_out_amounts integer[], p_in_accounts text[], p_in_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
  v_new session := jsonb_populate_record(null::session, p_session);
  v_old session;
  v_kind text := p_part ->> 'kind';
  v_seq integer;
  v_expired text;
begin
  v_first := idempotency_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  -- the job of the end before the session, in the order of that job itself: the other order would deadlock
  perform from job where kind = 'session-end' and ref = p_session_id for update;
  select * into v_old from session
   where session_id = p_session_id and started_at = v_new.started_at and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now
     and moves + plate_changes + 1 = jsonb_array_length(p_answer -> 'Changes')
     for update;
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  if (case v_kind when 'moved' then v_old.moves - v_old.moves_given else v_old.plate_changes end) > 0 then
    raise exception 'change_used' using errcode = 'PK000';
  end if;
  v_seq := v_old.moves + v_old.plate_changes + 1;

  -- One right per plate within one account, as at a start.
  loop
    begin
      update parking_right
         set zone_number = v_new.zone_number, plate_key = v_new.plate_key, plate_fold = plate_fold(v_new.plate_key),
             ends_at = v_new.ends_at, as_of = p_now
       where kind = 'session' and ref = p_session_id and state = 'live';
      exit;
    exception when unique_violation then
      v_expired := parking_make_way(p_driver_id, v_new.plate_key, p_now, v_expired);
    end;
  end loop;
  perform parking_require_return(p_driver_id, v_new.plate_key, v_old.city, v_new.zone_number, p_no_return_minutes, p_now);

  insert into segment (session_id, seq, driver_id, city, kind, zone_number, place, tariff_id, tariff_version, plate_key, vehicle,
                       from_at, to_at, minutes, parking_cents, rule_book_id, rule_book_version, rules_as_of)
    values (p_session_id, v_seq, p_driver_id, v_old.city, v_kind, v_old.zone_number, v_old.place, v_old.tariff_id, v_old.tariff_version,
            v_old.plate_key, v_old.vehicle,
            coalesce((select max(to_at) from segment where session_id = p_session_id), v_old.started_at), p_now,
            (p_part ->> 'minutes')::integer, (p_part ->> 'parking_cents')::integer,
            v_old.rule_book_id, v_old.rule_book_version, v_old.rules_as_of);
  -- What was paid for before it is past: who asks for that instant finds the old zone and plate.
  insert into parking_right (kind, ref, city, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
    select 'session', session_id || ' ' || seq, city, zone_number, plate_key, plate_fold(plate_key), driver_id, 'left',
           from_at, to_at, from_at, p_now
      from segment where session_id = p_session_id and seq = v_seq;
  update session
     set zone_number = v_new.zone_number, place = v_new.place, tariff_id = v_new.tariff_id, tariff_version = v_new.tariff_version,
         rule_book_id = v_new.rule_book_id, rule_book_version = v_new.rule_book_version, rules_as_of = v_new.rules_as_of, facts = coalesce(v_new.facts, facts),
         vehicle_id = v_new.vehicle_id, plate_key = v_new.plate_key, vehicle = v_new.vehicle,
         parking_cents = v_new.parking_cents, fee_cents = v_new.fee_cents, part_from_at = v_new.part_from_at,
         moves = moves + (v_kind = 'moved')::integer, plate_changes = plate_changes + (v_kind = 'plateChanged')::integer
   where session_id = p_session_id and started_at = v_new.started_at;
  -- only where closing cuts it: it plans the reminders again
  if v_new.ends_at <> v_old.ends_at then
    update session set ends_at = v_new.ends_at where session_id = p_session_id and started_at = v_new.started_at;
    insert into job (kind, ref, run_at) values ('session-end', p_session_id, v_new.ends_at)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;

  -- the new zone may allow what the old one did not
  select * into v_new from session where session_id = p_session_id and started_at = v_new.started_at;
  if auto_extend_wanted(v_new) then perform auto_extend_plan(v_new); end if;

  if cardinality(p_out_accounts) > 0 then
    perform ledger_post('movedOut', p_now, p_driver_id, p_session_id, null, p_out_accounts, p_out_amounts);
  end if;
  if cardinality(p_in_accounts) > 0 then
    perform ledger_post('movedIn', p_now, p_driver_id, p_session_id, null, p_in_accounts, p_in_amounts);
  end if;
  perform parking_step(p_session_id, p_now, v_kind, (extract(epoch from v_new.ends_at - v_new.started_at) / 60)::integer, p_amount_cents);
  -- the counts of both zones
  insert into change (topic, city, zone_number, driver_id, ref)
    select distinct 'session', v_old.city, zone, p_driver_id, p_session_id from unnest(array[v_old.zone_number, v_new.zone_number]) as zone;
  return p_answer;
end $$;
