-- Posts one entry; returns the wallet's balance after it. The only way to write the ledger for the server's role.
-- Locks the wallet before the entry gets its number, so a wallet's entries are in the order of their balances.
-- Raises PK000 with an error code of the contract as its message and that error's details.
create or replace function ledger_post(
  p_kind text, p_at timestamptz, p_driver_id uuid, p_session_id text, p_reference text,
  p_accounts text[], p_amounts integer[]
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_change integer := 0;
  v_balance integer;
  v_entry bigint;
begin
  for i in 1 .. cardinality(p_accounts) loop
    if p_accounts[i] = 'wallet' then v_change := v_change + p_amounts[i]; end if;
  end loop;

  update wallet set balance_cents = balance_cents + v_change
    where driver_id = p_driver_id and balance_cents + v_change >= 0
    returning balance_cents into v_balance;
  if not found then
    select balance_cents into v_balance from wallet where driver_id = p_driver_id;
    if v_balance is not null or v_change < 0 then
      raise exception 'insufficient_funds' using errcode = 'PK000',
        detail = json_build_object('Missing', (-v_change - coalesce(v_balance, 0)) / 100.0)::text;
    end if;
    insert into wallet (driver_id, balance_cents) values (p_driver_id, v_change)
      on conflict (driver_id) do update set balance_cents = wallet.balance_cents + v_change
      returning balance_cents into v_balance;
  end if;

  insert into entry (kind, at, driver_id, session_id, reference)
    values (p_kind, p_at, p_driver_id, p_session_id, p_reference) returning entry_id into v_entry;
  -- never twice for one kind
  if p_reference is not null then
    insert into entry_reference (kind, reference, entry_id) values (p_kind, p_reference, v_entry);
  end if;
  insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
    select v_entry, line.seq, line.account,
           case when line.account = 'wallet' then p_driver_id end,
           line.amount,
           case when line.account = 'wallet' then v_balance end
      from unnest(p_accounts, p_amounts) with ordinality as line (account, amount, seq);
  -- these change their session too, and a change of the session means the balance as well
  if p_kind not in ('fare', 'extension', 'unusedMinutes', 'cancelled', 'movedOut', 'movedIn', 'closureRefund') then
    insert into change (topic, driver_id, ref) values ('money', p_driver_id, v_entry);
  end if;
  return v_balance;
end $$;

grant execute on function ledger_post to parkit_app;
