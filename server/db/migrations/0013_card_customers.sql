-- Who a driver is at the card provider, and which of its events were taken: each once.

-- the first sandbox's books: Stripe's shapes took their place
drop table sandbox_charge;

create table card_customer (
  driver_id uuid not null references driver (driver_id),
  provider text not null check (provider in ('sandbox', 'stripe')),
  customer_id text not null unique,
  primary key (driver_id, provider)
);

-- a charge is prepared at the provider, then its reference stands here, then money may move
create unique index charge_reference on charge (provider_reference);

create table card_event (
  event_id text primary key,
  type text not null,
  taken_at timestamptz not null
);
