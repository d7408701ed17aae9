-- A session started, changed or ended, or what it costs changed: for the zone's counts, the driver's sessions and balance.
create or replace function session_change() returns trigger language plpgsql as $$
begin
  insert into change (topic, city, zone_number, driver_id, ref)
    values ('session', new.city, new.zone_number, new.driver_id, new.session_id);
  return null;
end $$;

-- Only parking_end_due sets the status without one of these columns, and records the change of all that it ends.
create or replace trigger session_change after insert or update of ends_at, refunded_cents, payment on session
  for each row execute function session_change();
