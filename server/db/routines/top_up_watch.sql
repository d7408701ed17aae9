-- Schedules the automatic top-up when money left a wallet and its balance is below the driver's minimum.
-- A withdrawal does not count: the driver took the money out.
create or replace function top_up_watch() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from top_up join driver using (driver_id)
              where top_up.driver_id = new.driver_id and is_on and new.balance_after_cents < min_balance_cents) then
    insert into job (kind, ref, run_at)
      select 'top-up', new.driver_id, at from entry where entry_id = new.entry_id and kind <> 'withdrawal'
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;
  return null;
end $$;

create or replace trigger top_up_watch after insert on posting
  for each row when (new.account = 'wallet' and new.amount_cents < 0) execute function top_up_watch();
