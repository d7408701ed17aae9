-- A zone that changes gets its next version, and what it was is kept: undo and its history read it. Nothing is written where nothing changes.
create or replace function zone_history_keep() returns trigger language plpgsql as $$
begin
  if new is not distinct from old then
    return null;
  end if;
  insert into zone_history (city, zone_number, version, row, until)
    values (old.city, old.zone_number, old.version, to_jsonb(old), clock_timestamp());
  new.version := old.version + 1;
  new.changed_at := clock_timestamp();
  return new;
end $$;

create or replace trigger zone_history_keep before update on zone
  for each row execute function zone_history_keep();
