-- Keeps a count that a server of the version before stores where all others read it.
create or replace function occupancy_copy() returns trigger language plpgsql as $$
begin
  insert into zone_count as known (city, zone_number, taken, observed_at)
    select zone.city, zone.zone_number, new.taken, new.observed_at
      from place join city on code = place.city join zone on zone.city = city_id and zone.zone_number = place.zone_number
     where place.zone_number = new.zone_number
  on conflict (city, zone_number, space_kind) do update set taken = excluded.taken, observed_at = excluded.observed_at
   where known.observed_at < excluded.observed_at;
  return null;
end $$;

create or replace trigger occupancy_copy after insert or update on occupancy
  for each row execute function occupancy_copy();
