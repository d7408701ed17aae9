-- Notifies every server that a sign-in has ended, so that it drops it from its cache; payload: the driver's id.
create or replace function token_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('signed_in', old.driver_id::text);
  return null;
end $$;

create or replace trigger token_notify after delete on token for each row execute function token_notify();
