-- What the sandbox card provider keeps on its side, in Stripe's shapes: objects, and the answers to its idempotency keys.

create table sandbox_object (
  id text primary key,
  object text not null,
  customer text,
  body jsonb not null,
  -- what the test card does; no card number is kept anywhere
  behaviour text,
  seq bigint generated always as identity
);
create index sandbox_object_customer on sandbox_object (customer, object);

create table sandbox_request (
  key text primary key,
  input_hash bytea not null,
  status integer not null,
  answer jsonb not null
);
