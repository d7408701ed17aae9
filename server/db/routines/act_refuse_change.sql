-- What was done for a city is added to and read, for the database's owner too.
create or replace function act_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log of acts is append-only: % on % refused', tg_op, tg_table_name;
end $$;

create or replace trigger act_append_only before update or delete or truncate on act
  for each statement execute function act_refuse_change();
