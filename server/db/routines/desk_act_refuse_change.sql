-- The desk's log is append-only, for the database's owner too.
create or replace function desk_act_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The desk''s log is append-only: % on % refused', tg_op, tg_table_name;
end $$;

create or replace trigger desk_act_append_only before delete or truncate on desk_act
  for each statement execute function desk_act_refuse_change();
