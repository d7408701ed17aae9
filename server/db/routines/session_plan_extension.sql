-- Schedules the automatic extension of a session whose end is new, if it is to extend by itself.
create or replace function session_plan_extension() returns trigger language plpgsql as $$
begin
  if auto_extend_wanted(new) then perform auto_extend_plan(new); end if;
  return null;
end $$;

create or replace trigger session_plan_extension after insert or update of ends_at, status on session
  for each row when (new.status = 'running') execute function session_plan_extension();
