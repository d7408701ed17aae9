-- Sessions and steps in partitions by the month in which the session started. The tables become the first partitions as they are: one
-- short lock. That an id is of one session alone is held by session_key.
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

-- All that is needed, what a session refers to as well, for its references are made anew. A start and a stop take these in different
-- orders, so each attempt gives up long before it would count as a deadlock, and lets them pass.
do $$
begin
  for v_attempt in 1..100 loop
    begin
      set local lock_timeout = '100ms';
      lock table session_key, session, step, driver, vehicle in access exclusive mode;
      exit;
    exception when lock_not_available then
      if v_attempt = 100 then raise; end if;
    end;
    perform pg_sleep(0.05);
  end loop;
end $$;
alter table session drop constraint session_pkey, add constraint session_pkey primary key using index session_by_start;
alter table step drop constraint step_pkey, add constraint step_pkey primary key using index step_by_start;
drop index session_driver;
alter index session_driver_newest rename to session_driver;
-- its successor takes the instant
drop function if exists partitions_roll();
-- they take a session
drop function if exists auto_extend_wanted(session), auto_extend_plan(session);
do $$
declare
  v_until text := (select substring(pg_get_constraintdef(oid) from '''(.*)''') from pg_constraint where conname = 'session_first_bound');
begin
  perform partition_table('session', 'started_at', v_until);
  perform partition_table('step', 'started_at', v_until);
end $$;
drop function partition_table;
-- as its first partition has them
alter table only session alter vehicle set statistics 0, alter place set statistics 0;

-- Whether a session extends by itself: the driver's choice for this session, else that of the driver's options.
create function auto_extend_wanted(p_session session) returns boolean language sql stable as $$
  select coalesce(
    (select wanted from auto_stay where session_id = p_session.session_id),
    -- one that a gate started goes on until the gate ends it
    p_session.auto_session or exists (select from parking_options where driver_id = p_session.driver_id and auto_extend))
$$;

-- Schedules a session's automatic extension 2 minutes before its end.
create function auto_extend_plan(p_session session) returns void language sql as $$
  insert into job (kind, ref, run_at)
    values ('auto-extend', p_session.session_id, p_session.ends_at - interval '2 minutes')
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0
$$;
