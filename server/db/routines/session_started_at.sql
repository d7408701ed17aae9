-- When a session started, by its id, which finds its month: a statement that compares with it looks into that partition alone.
create or replace function session_started_at(p_session_id text) returns timestamptz language plpgsql stable parallel safe as $$
begin
  return (select started_at from session_key where session_id = p_session_id);
end $$;
