-- Notifies the servers' caches of a session that started, changed or ended, by its zone number,
-- and the driver's open screens by the driver's id.
create or replace function session_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('parked', new.zone_number);
  if new.status in ('running', 'ended') then
    perform pg_notify('session', new.driver_id::text);
  end if;
  return null;
end $$;

create or replace trigger session_notify after insert or update of status, ends_at on session
  for each row execute function session_notify();
