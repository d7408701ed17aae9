-- Prepares the months of sessions and of their steps: the instant before which those of now began, at least a week ahead, so that no
-- start meets it before the tables become the first partitions. And the operator's column. A step is in the month of its session; one
-- from before is in the first partition and notes no start, so that nothing is written anew.
do $$
declare
  v_until timestamptz := (
    select date_trunc('month', greatest(now() + interval '1 week', max(started_at)), 'UTC') + interval '1 month' from session_key);
begin
  -- after the bound was read, for they lock the tables
  alter table session add column operator_id uuid;
  alter table step add column started_at timestamptz not null default '-infinity';
  execute format('alter table session add constraint session_first_bound check (started_at < %L) not valid', v_until);
  execute format('alter table step add constraint step_first_bound check (started_at < %L) not valid', v_until);
end $$;
