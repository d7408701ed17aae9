-- Plans that are charged monthly: our row first, then the provider; what was paid for them, in the ledger.

-- Several migrations add kinds and accounts, so what was allowed stays allowed, whichever ran before.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'entry_kind_check';
  alter table entry drop constraint entry_kind_check;
  execute format('alter table entry add constraint entry_kind_check check (kind = %L or (%s))', 'planFee', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'posting_account_check';
  alter table posting drop constraint posting_account_check;
  execute format('alter table posting add constraint posting_account_check check (account = %L or (%s))',
    'plan_income', v_allowed);
end $$;

create table subscription (
  subscription_id uuid primary key,
  driver_id uuid not null references driver (driver_id),
  -- the Idempotency-Key of the call that asked for it: a repeated call finds it
  key text not null,
  input_hash bytea not null,
  method_id text not null,
  price_cents integer not null check (price_cents > 0),
  -- ending: ours to end, and the provider is still to be told; void: it never began
  state text not null default 'pending'
    check (state in ('pending', 'active', 'grace', 'cancelling', 'ending', 'ended', 'void')),
  -- the provider's names for it and for the payment that a driver was last asked for, kept before money may move
  provider_reference text unique,
  payment_reference text unique,
  -- the end of the last month that was paid
  paid_until timestamptz,
  -- counts what was taken in from the provider: a look that began before another one ended is not taken in
  version integer not null default 0,
  asked_at timestamptz not null,
  ended_at timestamptz,
  unique (driver_id, key),
  check (state not in ('active', 'grace', 'cancelling') or (provider_reference is not null and paid_until is not null)),
  check ((state in ('ended', 'void')) = (ended_at is not null))
);
create unique index subscription_one on subscription (driver_id)
  where state in ('pending', 'active', 'grace', 'cancelling', 'ending');
create index subscription_driver on subscription (driver_id, asked_at desc);
create trigger not_for_erased before insert on subscription for each row execute function driver_refuse_erased();

-- A month that was paid, by the provider's name for its invoice: in the ledger once.
create table subscription_payment (
  invoice_reference text primary key,
  subscription_id uuid not null references subscription (subscription_id),
  payment_reference text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  paid_at timestamptz not null,
  covers_until timestamptz not null
);
create index subscription_payment_of on subscription_payment (subscription_id);
