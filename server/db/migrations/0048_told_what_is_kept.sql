-- What server processes keep in memory of who is signed in, and of the cars that came to a zone: told when it changes.

create function token_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('signed_in', old.driver_id::text);
  return null;
end $$;
create trigger token_tell after delete on token for each row execute function token_tell();

create or replace function session_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('parked', new.zone_number);
  if new.status in ('running', 'ended') then
    perform pg_notify('session', new.driver_id::text);
  end if;
  return null;
end $$;
