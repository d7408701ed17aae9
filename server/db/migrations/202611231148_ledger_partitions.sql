-- Entries and postings in partitions of 20 million numbers each. The tables become the first partitions as they are: one short lock.
-- Numbers come from a sequence of their own, for a table with an identity column cannot become a partition.
-- Adds a partition with all that holds for its table: indexes, checks, triggers. The server's role reaches its
-- rows through the table alone. A posting refers to the entry in the partition of the same numbers.
create function partition_add(p_table text, p_name text, p_bound text) returns void language plpgsql as $$
declare
  v_text text;
begin
  execute format('create table %I (like %I including all)', p_name, p_table);
  execute format('revoke all on %I from parkit_app', p_name);
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

-- Makes a table the first partition of a new one of its name, which takes over its columns, checks, keys, indexes, triggers, and grants;
-- copies nothing. The check TABLE_first_bound holds already: (KEY < UNTIL).
create function partition_table(p_table text, p_key text, p_until text) returns void language plpgsql as $$
declare
  v_first text := p_table || '_first';
  v_text text;
  v_privileges text;
  v_triggers text[];
  v_constraints text[];
  v_indexes text[];
begin
  execute format('lock table %I in access exclusive mode', p_table);
  select array_agg(pg_get_triggerdef(oid)) into v_triggers from pg_trigger where tgrelid = p_table::regclass and not tgisinternal;
  -- a key to a partition is that partition's own
  select array_agg(format('alter table %I add constraint %I %s', p_table, conname, pg_get_constraintdef(oid)) order by contype <> 'p')
    into v_constraints from pg_constraint
   where conrelid = p_table::regclass and contype in ('p', 'u', 'f')
     and not exists (select from pg_class where pg_class.oid = confrelid and relispartition);
  select array_agg(pg_get_indexdef(indexrelid)) into v_indexes from pg_index
   where indrelid = p_table::regclass and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'));
  select string_agg(privilege_type, ', ') into v_privileges
    from pg_class, aclexplode(relacl) where pg_class.oid = p_table::regclass and grantee = 'parkit_app'::regrole;

  -- those for each row come back with the table
  for v_text in select tgname from pg_trigger where tgrelid = p_table::regclass and not tgisinternal and tgtype & 1 = 1 loop
    execute format('drop trigger %I on %I', v_text, p_table);
  end loop;
  for v_text in select relname from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = p_table::regclass loop
    execute format('alter index %I rename to %I', v_text, v_first || substr(v_text, length(p_table) + 1));
  end loop;
  execute format('alter table %I rename to %I', p_table, v_first);
  execute format('create table %I (like %I including defaults including constraints including storage) partition by range (%I)',
                 p_table, v_first, p_key);
  execute format('alter table %I drop constraint %I', p_table, v_first || '_bound');
  foreach v_text in array v_constraints || v_indexes loop execute v_text; end loop;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', p_table, v_first, p_until);
  execute format('alter table %I drop constraint %I', v_first, v_first || '_bound');
  for v_text in select definition from unnest(v_triggers) as definition loop execute v_text; end loop;
  execute format('revoke all on %I, %I from parkit_app', p_table, v_first);
  execute format('grant %s on %I to parkit_app', v_privileges, p_table);
  perform partition_add(p_table, p_table || '_later', format('for values from (%L) to (maxvalue)', p_until));
end $$;

lock table entry, posting in access exclusive mode;
do $$
declare
  v_until text := (select substring(pg_get_constraintdef(oid) from '\d{2,}') from pg_constraint where conname = 'entry_first_bound');
  v_last bigint;
  v_is_called boolean;
begin
  select last_value, is_called into v_last, v_is_called from entry_entry_id_seq;
  alter table entry alter column entry_id drop identity;
  create sequence entry_entry_id_seq;
  perform setval('entry_entry_id_seq', v_last, v_is_called);
  alter table entry alter column entry_id set default nextval('entry_entry_id_seq');
  perform partition_table('entry', 'entry_id', v_until);
  perform partition_table('posting', 'entry_id', v_until);
end $$;
alter sequence entry_entry_id_seq owned by entry.entry_id;
revoke all on sequence entry_entry_id_seq from parkit_app;
drop function partition_table;

-- the job `partitions` does its work too
delete from job where kind = 'change-days';
