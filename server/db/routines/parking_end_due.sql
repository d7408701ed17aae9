-- Ends those of these running sessions whose time is over, with their rights. Does nothing where one was extended or stopped meanwhile.
-- Waits for no lock, so that it deadlocks with nobody and one slow transaction delays one car: a session that somebody holds
-- is looked at again a second later. Does for all of them what session_change and session_plan_notices do for one: thousands end at
-- once, and a trigger for each doubles what that costs.
create or replace function parking_end_due(p_session_ids text[], p_now timestamptz) returns void
language plpgsql as $$
declare
  v_ended text[];
begin
  with due as (
    select session_id, started_at from session_key join session using (session_id, started_at)
     where session_id = any(p_session_ids) and status = 'running' and ends_at <= p_now
       for update of session skip locked
  ), ended as (
    update session set status = 'ended', ended_at = ends_at from due
     where session.session_id = due.session_id and session.started_at = due.started_at
    returning session.session_id, city, zone_number, driver_id, session.started_at, ends_at
  ), over as (
    update parking_right set state = 'over', as_of = p_now from ended where kind = 'session' and ref = session_id
  ), history as (
    insert into step (session_id, started_at, seq, at, kind, minutes, amount_cents)
      select session_id, started_at,
             (select coalesce(max(seq), 0) + 1 from step
               where step.session_id = ended.session_id and step.started_at in (ended.started_at, '-infinity')),
             ends_at, 'ended', (extract(epoch from ends_at - started_at) / 60)::integer, 0
        from ended
  ), told as (
    insert into change (topic, city, zone_number, driver_id, ref) select 'session', city, zone_number, driver_id, session_id from ended
  ), notices as (
    insert into job (kind, ref, run_at)
      select kind, session_id, ends_at from ended, (values ('notice-receipt'), ('notice-ended')) as notice (kind)
    on conflict do nothing
  )
  select array_agg(session_id) into v_ended from ended;
  perform notices_cancel(v_ended);
  insert into job (kind, ref, run_at)
    select 'session-end', session_id, p_now + interval '1 second' from session_key join session using (session_id, started_at)
     where session_id = any(p_session_ids) and status = 'running' and ends_at <= p_now
  on conflict do nothing;
end $$;
