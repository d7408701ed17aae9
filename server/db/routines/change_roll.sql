-- Makes the partitions of `change` for today and the three days after it (UTC) and drops those that ended two days ago.
-- Waits for locks only shortly, for payments wait behind it.
create or replace function change_roll(p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' set timezone = 'UTC' as $$
declare
  v_today date := p_now::date;
  v_day date;
  v_name text;
begin
  for v_name in select inhrelid::regclass::text from pg_inherits where inhparent = 'change'::regclass loop
    if v_name < 'change_' || to_char(v_today - 2, 'YYYYMMDD') then
      execute format('drop table %I', v_name);
    end if;
  end loop;
  delete from change_other where at < v_today - 2;

  for v_day in select v_today + ahead from generate_series(0, 3) as ahead loop
    v_name := 'change_' || to_char(v_day, 'YYYYMMDD');
    -- a day that has begun without its own partition stays where its rows are
    if to_regclass(v_name) is null and not exists (select from change_other where at >= v_day and at < v_day + 1) then
      execute format('create table %I partition of change for values from (%L) to (%L)', v_name, v_day, v_day + 1);
      execute format('revoke all on %I from parkit_app', v_name);
    end if;
  end loop;
end $$;

grant execute on function change_roll to parkit_app;
select change_roll();
