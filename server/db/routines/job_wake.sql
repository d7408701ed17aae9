-- Answers a job that is due now to the process that schedules it, as change_tell does a change; its kind is the reference. Once a
-- transaction and kind, however many are scheduled.
create or replace function job_wake() returns trigger language plpgsql as $$
declare
  v_woken text := coalesce(nullif(current_setting('parkit.woken', true), ''), ' ');
begin
  if strpos(v_woken, ' ' || new.kind || ' ') = 0 then
    raise notice '%', json_build_array(null, 'due', null, null, new.kind) using errcode = 'PK002';
    perform set_config('parkit.woken', v_woken || new.kind || ' ', true);
  end if;
  return null;
end $$;

-- Only the process that is to run it, so not for later jobs; every server looks each second anyway.
create or replace trigger job_wake after insert or update of run_at on job
  for each row when (new.run_at <= now() + interval '1 second') execute function job_wake();
