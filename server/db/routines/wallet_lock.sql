-- Locks a driver's wallet until the transaction ends; returns its balance.
create or replace function wallet_lock(p_driver_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallet (driver_id) values (p_driver_id) on conflict do nothing;
  return (select balance_cents from wallet where driver_id = p_driver_id for update);
end $$;

grant execute on function wallet_lock to parkit_app;
