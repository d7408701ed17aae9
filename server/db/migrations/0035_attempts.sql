-- What drivers tried without a signal, as their devices told it: evidence, no money.

create table attempt (
  attempt_id uuid primary key,
  driver_id uuid not null references driver (driver_id) on delete cascade,
  kind text not null check (kind in ('start', 'extend', 'stop')),
  -- by the device
  tried_at timestamptz not null,
  zone_number text not null,
  plate text not null,
  plate_state text not null,
  session_id text,
  minutes integer,
  agreed_cents integer,
  latitude double precision,
  longitude double precision,
  accuracy_metres integer,
  lost integer not null,
  outcome text not null check (outcome in ('waiting', 'asks', 'yes', 'no', 'withdrawn')),
  answered_at timestamptz,
  refusal text,
  -- by the server, when it first heard of it
  received_at timestamptz not null
);
create index attempt_driver on attempt (driver_id, tried_at desc);
create trigger not_for_erased before insert on attempt for each row execute function driver_refuse_erased();
