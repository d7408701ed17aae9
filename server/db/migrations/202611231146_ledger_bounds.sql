-- Prepares the partitions of the ledger: the number below which the entries of now stay, for tables that become the first partitions
-- as they are. Ten million entries fit in below it, so that no payment meets it before the swap. And the columns that name a city.
alter table entry add column city integer, add column operator_id uuid;
do $$
declare
  v_until bigint := (select ((last_value + 10000000) / 20000000 + 1) * 20000000 from entry_entry_id_seq);
begin
  execute format('alter table entry add constraint entry_first_bound check (entry_id < %s) not valid', v_until);
  execute format('alter table posting add constraint posting_first_bound check (entry_id < %s) not valid', v_until);
end $$;
