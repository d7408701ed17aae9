-- Schedules a session's two reminders, those that are due after p_after: by the driver's own minutes, else 15 and 5 before its end.
create or replace function reminder_plan(p_session session, p_after timestamptz) returns void language sql as $$
  insert into job (kind, ref, run_at)
    select kind, p_session.session_id, p_session.ends_at - make_interval(mins => lead)
      from (select) as one left join reminder_time on reminder_time.driver_id = p_session.driver_id,
           lateral (values ('notice-ends15', coalesce(first_minutes, 15)), ('notice-ends5', coalesce(last_minutes, 5)))
             as reminder (kind, lead)
     where p_session.ends_at - make_interval(mins => lead) > p_after
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0
$$;
