-- A city always has terms: those that its facts name are written beside it, and one that comes without gets the usual ones at the end
-- of its transaction, because a city without terms has no fee to say on its signs.
create or replace function city_usual_terms() returns trigger language plpgsql as $$
begin
  insert into city_terms (city, version, in_force_from, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
                          free_cancels_account_day, auto_extend_minutes, history_days, made_by, made_at)
    select new.city_id, 1, 'epoch', 35, 60, 1, 3, 15, 730, 'ParkIt', now()
     where not exists (select from city_terms where city = new.city_id);
  return null;
end $$;
do $$
begin
  if not exists (select from pg_trigger where tgrelid = 'city'::regclass and tgname = 'city_has_terms') then
    create constraint trigger city_has_terms after insert on city deferrable initially deferred
      for each row execute function city_usual_terms();
  end if;
end $$;
