-- A closure, an event rate, or its zones changed: for the rules of those zones in every process.
create or replace function override_change() returns trigger language plpgsql as $$
begin
  insert into change (topic, city, ref) select distinct 'override', city, override_id from changed;
  return null;
end $$;
create or replace trigger override_added after insert on override
  referencing new table as changed for each statement execute function override_change();
create or replace trigger override_changed after update on override
  referencing new table as changed for each statement execute function override_change();
create or replace trigger override_zone_added after insert on override_zone
  referencing new table as changed for each statement execute function override_change();
create or replace trigger override_zone_removed after delete on override_zone
  referencing old table as changed for each statement execute function override_change();
