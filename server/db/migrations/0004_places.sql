-- Places to park, what they cost, how full they are, and the operators who tell; imported from a city's data.

create table tariff (
  tariff_id text not null check (tariff_id <> ''),
  -- a changed tariff becomes a new version: sessions keep theirs
  version integer not null check (version >= 1),
  -- the local date from which it holds
  valid_from date not null,
  name text not null,
  rates jsonb not null check (jsonb_typeof(rates) = 'array'),
  cap jsonb,
  primary key (tariff_id, version)
);

create table place (
  -- painted on a sign: kept for good, also when the place is gone
  zone_number text collate "C" primary key check (zone_number ~ '^[0-9]{4,6}$'),
  name text not null check (name <> ''),
  kind text not null check (kind in ('street', 'lot', 'garage')),
  address text not null,
  neighbourhood text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  time_zone text not null,
  capacity integer not null check (capacity > 0),
  features text[] not null check (features <@ array['ev', 'covered', 'accessible']),
  ev_chargers integer not null check (ev_chargers >= 0),
  accessible_spaces integer not null check (accessible_spaces >= 0),
  tariff_id text not null,
  min_stay_minutes integer not null check (min_stay_minutes >= 1),
  max_stay_minutes integer check (max_stay_minutes >= min_stay_minutes),
  no_return_minutes integer check (no_return_minutes >= 1),
  refunds_unused boolean not null,
  -- [{days, from, to}] in local time; empty: always open
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  tow_away jsonb not null check (jsonb_typeof(tow_away) = 'array'),
  -- [longitude, latitude]: a closed ring, or a line along a street
  outline jsonb not null check (jsonb_typeof(outline) = 'array'),
  clearance_metres double precision check (clearance_metres > 0),
  attribution text not null,
  city text not null,
  -- no longer in the city's data: not found, nobody may start there, its sessions run on
  withdrawn boolean not null default false
);
create index place_city on place (city);

-- The newest report of each zone. May be above the capacity of a later import.
create table occupancy (
  zone_number text collate "C" primary key references place (zone_number),
  observed_at timestamptz not null,
  taken integer not null check (taken >= 0)
);

-- What a driver may search for beside places: [longitude, latitude] along each piece of a street, one point of a ZIP code.
create table street (
  city text not null,
  name text not null,
  lines jsonb not null,
  primary key (city, name)
);
create table zip (
  city text not null,
  zip text not null,
  latitude double precision not null,
  longitude double precision not null,
  primary key (city, zip)
);

-- Which data a city was last imported from.
create table city (
  name text primary key,
  hash text not null,
  imported_at timestamptz not null
);

-- Whose machines may report; the credential itself is shown once and never stored.
create table operator (
  operator_id uuid primary key,
  name text not null unique check (name <> ''),
  token_hash bytea not null unique,
  invited_at timestamptz not null
);
