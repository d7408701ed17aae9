-- What a driver's open screens hear of at once: his sessions and his money, in the transaction of the change.

create function session_tell() returns trigger language plpgsql as $$
begin
  if new.status in ('running', 'ended') then
    perform pg_notify('session', new.driver_id::text);
  end if;
  return null;
end $$;
create trigger session_tell after insert or update of status, ends_at on session
  for each row execute function session_tell();

-- Money that waits, moves or came back, and what a session's card or refund has come to.
create function money_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('money', new.driver_id::text);
  return null;
end $$;
create trigger money_tell after insert or update of balance_cents on wallet
  for each row execute function money_tell();
create trigger money_tell after insert or update of state on refund
  for each row execute function money_tell();
create trigger money_tell after update of refunded_cents, payment on session
  for each row when (new.refunded_cents <> old.refunded_cents or new.payment is distinct from old.payment)
  execute function money_tell();
