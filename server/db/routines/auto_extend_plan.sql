-- Schedules a session's automatic extension 2 minutes before its end.
create or replace function auto_extend_plan(p_session session) returns void language sql as $$
  insert into job (kind, ref, run_at)
    values ('auto-extend', p_session.session_id, p_session.ends_at - interval '2 minutes')
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0
$$;
