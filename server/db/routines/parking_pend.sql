-- Notes that a card start is under way: 10 minutes, at most twice a plate and zone in 2 hours, and none where the account runs the
-- plate already. In the transaction that adds the charge with this key, before the wallet is locked, in the order of a start.
create or replace function parking_pend(
  p_driver_id uuid, p_charge_key text, p_session_id text, p_plate_key text, p_city integer, p_zone_number text,
  p_now timestamptz
) returns void language plpgsql as $$
begin
  -- a second call with the same key finds the charge of the first one
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', p_plate_key, p_city, p_zone_number), 18));
  if exists (select from charge where driver_id = p_driver_id and key = p_charge_key) then return; end if;
  if (select count(*) from parking_right
       where city = p_city and plate_fold = plate_fold(p_plate_key) and plate_key = p_plate_key and zone_number = p_zone_number
         and kind = 'session' and ref <> p_session_id and paid_at is null and starts_at > p_now - interval '2 hours') >= 2
  then return; end if;
  update parking_right set state = 'void', as_of = p_now
   where driver_id = p_driver_id and plate_key = p_plate_key and kind = 'session' and state = 'pending' and ref <> p_session_id;
  insert into parking_right (kind, ref, city, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, as_of)
    values ('session', p_session_id, p_city, p_zone_number, p_plate_key, plate_fold(p_plate_key), p_driver_id, 'pending',
            p_now, p_now + interval '10 minutes', p_now)
  on conflict do nothing;
end $$;

-- For servers of the version before, which know one city.
create or replace function parking_pend(
  p_driver_id uuid, p_charge_key text, p_session_id text, p_plate_key text, p_zone_number text, p_now timestamptz
) returns void language sql as $$
  select parking_pend(p_driver_id, p_charge_key, p_session_id, p_plate_key, 1, p_zone_number, p_now)
$$;
