-- Adds a partition with all that holds for its table: indexes, checks, triggers. The server's role reaches its
-- rows through the table alone. A posting refers to the entry in the partition of the same numbers.
create or replace function partition_add(p_table text, p_name text, p_bound text) returns void language plpgsql as $$
declare
  v_text text;
begin
  execute format('create table %I (like %I including all)', p_name, p_table);
  execute format('revoke all on %I from parkit_app', p_name);
  if p_table = 'session' then
    -- a change of a session finds room beside it; see migrations 0056 and 202611230753
    execute format('alter table %I set (fillfactor = 85), alter vehicle set statistics 0, alter place set statistics 0', p_name);
  end if;
  for v_text in select regexp_replace(pg_get_triggerdef(oid), ' ON (public\.)?' || p_table || ' ', format(' ON %I ', p_name))
                  from pg_trigger where tgrelid = p_table::regclass and not tgisinternal and tgtype & 1 = 0 loop
    execute v_text;
  end loop;
  execute format('alter table %I attach partition %I %s', p_table, p_name, p_bound);
  if p_table = 'posting' then
    select entry.relname into v_text
      from pg_class as posting, pg_inherits join pg_class as entry on entry.oid = inhrelid
     where posting.oid = p_name::regclass and inhparent = 'entry'::regclass
       and pg_get_expr(entry.relpartbound, entry.oid) = pg_get_expr(posting.relpartbound, posting.oid);
    execute format('alter table %I add constraint posting_entry_id_fkey foreign key (entry_id) references %I (entry_id)', p_name, v_text);
  end if;
end $$;
