-- The ledger is append-only, for the database's owner too.
create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: % on % refused', tg_op, tg_table_name;
end $$;

create or replace trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function ledger_refuse_change();
create or replace trigger posting_append_only before update or delete or truncate on posting
  for each statement execute function ledger_refuse_change();
create or replace trigger entry_reference_append_only before update or delete or truncate on entry_reference
  for each statement execute function ledger_refuse_change();
