-- Whether a session extends by itself: the driver's choice for this session, else that of the driver's options.
create or replace function auto_extend_wanted(p_session session) returns boolean language sql stable as $$
  select coalesce(
    (select wanted from auto_stay where session_id = p_session.session_id),
    -- one that a gate started goes on until the gate ends it
    p_session.auto_session or exists (select from parking_options where driver_id = p_session.driver_id and auto_extend))
$$;
