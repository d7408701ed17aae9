-- Makes the partitions that are needed next: of the ledger, whose numbers go by 20 million, up to the one after the next.
create or replace function partitions_roll() returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_next bigint := (select last_value / 20000000 + 1 from entry_entry_id_seq);
begin
  perform partitions_cut(array['entry', 'posting'], array[v_next * 20000000, (v_next + 1) * 20000000]::text[]);
end $$;

grant execute on function partitions_roll to parkit_app;
select partitions_roll();
