-- Schedules a session's notices, and at a stop cancels those that it makes pointless. At the end of the paid time
-- parking_end_due does so.
create or replace function session_plan_notices() returns trigger language plpgsql as $$
begin
  if new.status = 'running' then
    perform reminder_plan(new, new.started_at);
    -- for browsers that show the time left: now, and then as long as it runs
    insert into job (kind, ref, run_at)
      select 'notice-countdown', new.session_id, new.started_at
       where exists (select from push_subscription where driver_id = new.driver_id and countdown)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    if tg_op = 'UPDATE' and old.status = 'running' and new.ends_at > old.ends_at then
      insert into job (kind, ref, run_at) values ('notice-extended', new.session_id, new.started_at)
      on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    end if;
  elsif tg_op = 'UPDATE' and old.status = 'running' and new.status = 'ended' and new.ended_at < new.ends_at then
    perform notices_cancel(array[new.session_id]);
    insert into job (kind, ref, run_at)
      select kind, new.session_id, new.ended_at from (values ('notice-receipt'), ('notice-countdown')) as notice (kind)
       where kind = 'notice-receipt' or exists (select from push_subscription where driver_id = new.driver_id and countdown)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;
  return null;
end $$;

create or replace trigger session_plan_notices after insert or update of ends_at, status on session
  for each row when (new.ended_at is distinct from new.ends_at) execute function session_plan_notices();
