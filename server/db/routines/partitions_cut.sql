-- Cuts the last partition of tables that are partitioned alike, which has no upper bound, at each of the bounds that lie in it: so no
-- row is ever without a place, however long nobody has cut. Rows that are in it by then stay where they are, in a partition up to the
-- first bound after them. Waits for locks only shortly, for payments wait behind it.
create or replace function partitions_cut(p_tables text[], p_bounds text[]) returns void
language plpgsql set search_path = public, pg_temp set lock_timeout = '500ms' set timezone = 'UTC' as $$
declare
  v_table text;
  v_key text;
  v_type text;
  v_from text;
  v_to text;
  v_bounds text[];
  v_last text;
  v_name text;
begin
  select attname, format_type(atttypid, null), substring(pg_get_expr(relpartbound, last.oid) from $re$FROM \('?([^')]+)$re$)
    into v_key, v_type, v_from
    from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0], pg_class as last
   where partrelid = p_tables[1]::regclass and last.oid = (p_tables[1] || '_later')::regclass;
  execute format('select array_agg(bound order by bound::%1$s) from unnest($1) as bound where bound::%1$s > $2::%1$s', v_type)
    into v_bounds using p_bounds, v_from;
  if v_bounds is null then return; end if;

  -- first those that they refer to, which a new partition locks, and which payments write before: the other order would deadlock
  select string_agg(distinct confrelid::regclass::text, ', ') into v_name from pg_constraint
   where contype = 'f' and conrelid = any(p_tables::regclass[]) and confrelid <> all(p_tables::regclass[])
     and not (select relispartition from pg_class where oid = confrelid);
  if v_name is not null then execute format('lock table %s in share row exclusive mode', v_name); end if;
  execute format('lock table only %s in access exclusive mode', array_to_string(p_tables, ', only '));
  foreach v_table in array p_tables loop
    execute format('select greatest(max(%I), $1::%s)::text from %I', v_key, v_type, v_table || '_later') into v_last using v_last;
  end loop;
  foreach v_table in array array(select name from unnest(p_tables) with ordinality as listed (name, n) order by n desc) loop
    -- an empty one is made anew: to detach and attach one locks whatever it refers to against readers too
    if v_last is null then execute format('drop table %I', v_table || '_later');
    else execute format('alter table %I detach partition %I', v_table, v_table || '_later'); end if;
  end loop;
  if v_last is not null then
    execute format('select array_agg(bound order by bound::%1$s) from unnest($1) as bound where bound::%1$s > $2::%1$s', v_type)
      into v_bounds using v_bounds, v_last;
  end if;
  -- without a bound after its rows it goes on as it was
  foreach v_to in array coalesce(v_bounds, array[]::text[]) loop
    v_name := case when v_type = 'bigint' then (v_from::bigint / 20000000)::text else to_char(v_from::timestamptz, 'YYYYMM') end;
    foreach v_table in array p_tables loop
      if v_last is not null then
        execute format('alter table %I rename to %I', v_table || '_later', v_table || '_' || v_name);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', v_table, v_table || '_' || v_name, v_from, v_to);
      else
        perform partition_add(v_table, v_table || '_' || v_name, format('for values from (%L) to (%L)', v_from, v_to));
      end if;
    end loop;
    v_last := null;
    v_from := v_to;
  end loop;
  foreach v_table in array p_tables loop
    if to_regclass(v_table || '_later') is null then
      perform partition_add(v_table, v_table || '_later', format('for values from (%L) to (maxvalue)', v_from));
    else
      execute format('alter table %I attach partition %I for values from (%L) to (maxvalue)', v_table, v_table || '_later', v_from);
    end if;
  end loop;
end $$;
