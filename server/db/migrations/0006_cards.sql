-- Charges of cards: our own row first, then the provider, then settling; and what the sandbox provider remembers.

create table charge (
  charge_id uuid primary key,
  driver_id uuid not null references driver (driver_id),
  -- the Idempotency-Key of the call that asked for it: a repeated call finds its charge
  key text not null,
  input_hash bytea not null,
  method_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'declined', 'void')),
  provider_reference text,
  asked_at timestamptz not null,
  settled_at timestamptz,
  unique (driver_id, key),
  check ((state = 'pending') = (settled_at is null))
);
create index charge_pending on charge (driver_id) where state = 'pending';

-- The sandbox provider's own books: what a real provider would keep on its side.
create table sandbox_charge (
  charge_id text primary key,
  outcome text not null check (outcome in ('succeeded', 'declined', 'void')),
  amount_cents integer not null
);
