-- Sets how many minutes before the end a driver is reminded, and moves the reminders of running sessions that are still ahead.
create or replace function reminder_set(p_driver_id uuid, p_first_minutes integer, p_last_minutes integer, p_now timestamptz)
returns void language plpgsql as $$
declare
  v_session session;
begin
  insert into reminder_time (driver_id, first_minutes, last_minutes) values (p_driver_id, p_first_minutes, p_last_minutes)
  on conflict (driver_id) do update set first_minutes = excluded.first_minutes, last_minutes = excluded.last_minutes;
  -- locked: an extension at the same time moves them before or after this
  for v_session in
    select session.* from parking_right as live join session on session_id = ref and started_at = starts_at
     where live.driver_id = p_driver_id and kind = 'session' and state = 'live' order by session_id for update of session
  loop
    delete from job where (kind, ref) in
      (select kind, ref from job
        where kind in ('notice-ends15', 'notice-ends5') and ref = v_session.session_id for update skip locked);
    perform reminder_plan(v_session, p_now);
  end loop;
end $$;
