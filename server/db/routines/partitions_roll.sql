-- Makes the partitions that are needed next, up to one that is whole and ahead: of the ledger, whose numbers go by 20 million; of
-- sessions and their steps, by the month (UTC) in which a session starts; of messages, by the month in which each is sent.
create or replace function partitions_roll(p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  v_next bigint := (select last_value / 20000000 + 1 from entry_entry_id_seq);
  v_months text[] := array(
    select (date_trunc('month', p_now) + make_interval(months => ahead))::text from generate_series(1, 2) as ahead);
begin
  perform partitions_cut(array['chat_message'], v_months);
  -- in the order of a start, for another one would deadlock
  perform partitions_cut(array['session', 'step'], v_months);
  perform partitions_cut(array['entry', 'posting'], array[v_next * 20000000, (v_next + 1) * 20000000]::text[]);
end $$;

grant execute on function partitions_roll to parkit_app;
select partitions_roll();
