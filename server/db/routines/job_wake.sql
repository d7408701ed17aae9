-- Wakes the servers for a job that is due now; payload: its kind.
create or replace function job_wake() returns trigger language plpgsql as $$
begin
  perform pg_notify('job', new.kind);
  return null;
end $$;

-- A notification delays every other commit for a moment, and servers look each second anyway: so not for later jobs.
create or replace trigger job_wake after insert or update of run_at on job
  for each row when (new.run_at <= now() + interval '1 second') execute function job_wake();
