-- Makes the partitions that are needed next, up to one that is whole and ahead: of the ledger, whose numbers go by 20 million; of
-- sessions and their steps, by the month (UTC) in which a session starts; of messages, by the month in which each is sent; of counts
-- by zone and hour, by month. Counts of hours are dropped with the month that ended 24 months ago.
create or replace function partitions_roll(p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '500ms' set timezone = 'UTC' as $$
declare
  v_name text;
  v_kept timestamptz := date_trunc('month', p_now) - interval '24 months';
  v_next bigint := (select last_value / 20000000 + 1 from entry_entry_id_seq);
  v_months text[] := array(
    select (date_trunc('month', p_now) + make_interval(months => ahead))::text from generate_series(1, 2) as ahead);
begin
  -- before anything that payments wait for is locked
  for v_name in
    select oid::regclass::text from pg_inherits join pg_class on oid = inhrelid where inhparent = 'zone_count_hour'::regclass
       and substring(pg_get_expr(relpartbound, oid) from $re$TO \('([^']+)'\)$re$)::timestamptz <= v_kept loop
    execute format('drop table %I', v_name);
  end loop;
  delete from zone_count_hour where hour < v_kept;
  perform partitions_cut(array['zone_count_hour'], v_months);
  perform partitions_cut(array['chat_message'], v_months);
  -- in the order of a start, for another one would deadlock
  perform partitions_cut(array['session', 'step'], v_months);
  perform partitions_cut(array['entry', 'posting'], array[v_next * 20000000, (v_next + 1) * 20000000]::text[]);
end $$;

grant execute on function partitions_roll to parkit_app;
select partitions_roll();
