-- Drivers' vehicles. A removed one stays, for sessions point at it, and comes back when its plate is added again.

create table vehicle (
  vehicle_id uuid primary key,
  -- oldest first, also where the clock stood still
  seq bigint generated always as identity,
  driver_id uuid not null references driver (driver_id) on delete cascade,
  make text not null check (make <> ''),
  model text not null check (model <> ''),
  plate text not null check (plate ~ '^[A-Z0-9][A-Z0-9 -]{0,9}$'),
  -- state, and the plate's letters and digits alone (D-92)
  plate_key text not null check (plate_key ~ ' [A-Z0-9]+$'),
  -- by name
  state text not null check (state <> ''),
  color text not null check (color <> ''),
  year smallint not null check (year >= 1900),
  is_default boolean not null,
  removed boolean not null default false,
  check (not (removed and is_default))
);
create index vehicle_driver on vehicle (driver_id, seq);
-- the same plate stands once in an account
create unique index vehicle_plate on vehicle (driver_id, plate_key) where not removed;
create unique index vehicle_default on vehicle (driver_id) where is_default;
