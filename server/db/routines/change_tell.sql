-- Answers each change to the process that causes it, as a notice on its connection; it tells its own listeners after the
-- commit. A notice takes no lock and no round trip.
create or replace function change_tell() returns trigger language plpgsql as $$
begin
  raise notice '%', json_build_array(new.xid, new.topic, new.zone_number, new.driver_id, new.ref)
    using errcode = 'PK002';
  return new;
end $$;

create or replace trigger change_tell before insert on change for each row execute function change_tell();
