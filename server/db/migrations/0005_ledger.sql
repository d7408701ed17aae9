-- The ledger: append-only double entry in integer cents. ledger_post is its one door; the application's role can't write its tables.

create table wallet (
  driver_id uuid primary key references driver (driver_id),
  -- the running sum of the wallet's postings; books holds the two against each other
  balance_cents integer not null default 0 check (balance_cents >= 0)
);

create table entry (
  entry_id bigint generated always as identity primary key,
  kind text not null check (kind in ('topUp', 'fare', 'extension', 'unusedMinutes', 'cancelled')),
  at timestamptz not null,
  driver_id uuid not null references driver (driver_id),
  session_id text,
  -- what outside the ledger caused it, such as a charge: never twice for one kind
  reference text,
  unique (kind, reference)
);
create index entry_session on entry (session_id);

create table posting (
  entry_id bigint not null references entry (entry_id),
  seq smallint not null,
  account text not null check (account in ('wallet', 'card_clearing', 'parking_income', 'fee_income')),
  driver_id uuid references driver (driver_id),
  amount_cents integer not null check (amount_cents <> 0),
  balance_after_cents integer check (balance_after_cents >= 0),
  primary key (entry_id, seq),
  check ((account = 'wallet') = (driver_id is not null)),
  check ((account = 'wallet') = (balance_after_cents is not null))
);
create index posting_wallet on posting (driver_id, entry_id desc) where account = 'wallet';

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: % on % refused', tg_op, tg_table_name;
end $$;
create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function ledger_refuse_change();
create trigger posting_append_only before update or delete or truncate on posting
  for each statement execute function ledger_refuse_change();

-- an entry's postings arrive in one statement, so a statement-level check sees the whole entry
create function ledger_check_sum() returns trigger language plpgsql as $$
begin
  if exists (select from added group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'An entry does not sum to zero';
  end if;
  return null;
end $$;
create trigger posting_sums_to_zero after insert on posting
  referencing new table as added for each statement execute function ledger_check_sum();

-- Posts one entry; answers the wallet's balance after it. The wallet is locked before the entry gets its number, so
-- a wallet's entries stand in the order of their balances. PK000 carries an error code of the contract and its details.
create function ledger_post(
  p_kind text, p_at timestamptz, p_driver_id uuid, p_session_id text, p_reference text,
  p_accounts text[], p_amounts integer[]
) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_change integer;
  v_balance integer;
  v_entry bigint;
begin
  select coalesce(sum(amount), 0) into v_change
    from unnest(p_accounts, p_amounts) as line (account, amount) where account = 'wallet';

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
  insert into posting (entry_id, seq, account, driver_id, amount_cents, balance_after_cents)
    select v_entry, line.seq, line.account,
           case when line.account = 'wallet' then p_driver_id end,
           line.amount,
           case when line.account = 'wallet' then v_balance end
      from unnest(p_accounts, p_amounts) with ordinality as line (account, amount, seq);
  return v_balance;
end $$;

-- D-99: the server's role reads the books and posts through the door, nothing else
revoke insert, update, delete, truncate on wallet, entry, posting from parkit_app;
grant execute on function ledger_post to parkit_app;

-- The first answer to each Idempotency-Key, stored in the transaction of its effect.
create table once (
  driver_id uuid not null references driver (driver_id),
  key text not null,
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (driver_id, key)
);
create index once_at on once (at);

-- Claims a key: null the first time, else the first answer. Waits for a twin that is under way.
create function once_claim(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb, p_at timestamptz
) returns jsonb language plpgsql as $$
declare
  v_first once;
begin
  insert into once (driver_id, key, call, input_hash, answer, at)
    values (p_driver_id, p_key, p_call, p_hash, p_answer, p_at) on conflict do nothing;
  if found then return null; end if;
  select * into v_first from once where driver_id = p_driver_id and key = p_key;
  if v_first.input_hash <> p_hash then
    raise exception 'idempotency_conflict' using errcode = 'PK000';
  end if;
  return v_first.answer;
end $$;

-- Holds a wallet until the transaction ends; answers its balance.
create function wallet_lock(p_driver_id uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into wallet (driver_id) values (p_driver_id) on conflict do nothing;
  return (select balance_cents from wallet where driver_id = p_driver_id for update);
end $$;
grant execute on function wallet_lock to parkit_app;
