-- Notifies a driver's open screens of a change of the wallet, a refund, or what a session cost; payload: the driver's
-- id.
create or replace function money_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('money', new.driver_id::text);
  return null;
end $$;

create or replace trigger money_notify after insert or update of balance_cents on wallet
  for each row execute function money_notify();
create or replace trigger money_notify after insert or update of state on refund
  for each row execute function money_notify();
create or replace trigger money_notify after update of refunded_cents, payment on session
  for each row when (new.refunded_cents <> old.refunded_cents or new.payment is distinct from old.payment)
  execute function money_notify();
