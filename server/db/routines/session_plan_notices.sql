-- Schedules a session's notices, and at a stop cancels those that it makes pointless. At the end of the paid time
-- parking_end_due does so.
create or replace function session_plan_notices() returns trigger language plpgsql as $$
begin
  if new.status = 'running' then
    -- 15 and 5 minutes before the end, if the session is longer than that
    insert into job (kind, ref, run_at)
      select kind, new.session_id, new.ends_at - lead
        from (values ('notice-ends15', interval '15 minutes'), ('notice-ends5', interval '5 minutes')) as reminder (kind, lead)
       where new.ends_at - lead > new.started_at
      on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    if tg_op = 'UPDATE' and old.status = 'running' and new.ends_at > old.ends_at then
      insert into job (kind, ref, run_at) values ('notice-extended', new.session_id, new.started_at)
      on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    end if;
  elsif tg_op = 'UPDATE' and old.status = 'running' and new.status = 'ended' and new.ended_at < new.ends_at then
    perform notices_cancel(array[new.session_id]);
    insert into job (kind, ref, run_at) values ('notice-receipt', new.session_id, new.ended_at) on conflict do nothing;
  end if;
  return null;
end $$;

create or replace trigger session_plan_notices after insert or update of ends_at, status on session
  for each row when (new.ended_at is distinct from new.ends_at) execute function session_plan_notices();
