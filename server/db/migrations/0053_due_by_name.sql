-- A server that is woken looks at the kinds it is told of, not at all of them. Rows come and go by the hundred a second, and each look
-- reads past the dead ones: they are cleared away sooner than those of other tables.
create or replace function due_wake() returns trigger language plpgsql as $$
begin
  perform pg_notify('due', new.kind);
  return null;
end $$;
alter table due set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
