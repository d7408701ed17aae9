-- Sign-ins ended: servers drop the drivers' from their caches.
create or replace function token_change() returns trigger language plpgsql as $$
begin
  insert into change (topic, driver_id) select distinct 'sign_in', driver_id from ended;
  return null;
end $$;

create or replace trigger token_change after delete on token
  referencing old table as ended for each statement execute function token_change();
