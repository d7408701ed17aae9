-- Zones are of a city: two cities may have the same number. `zone` and `zone_count` take over from `place` and `occupancy`, which servers
-- of the version before still read, and whose counts are copied as they report them.
create table zone (
  city integer not null references city (city_id),
  zone_number text not null check (zone_number ~ '^[0-9]{4,6}$'),
  state text not null default 'live' check (state in ('live', 'withdrawn', 'retired')),
  name text not null check (name <> ''),
  kind text not null check (kind in ('street', 'lot', 'garage')),
  address text not null,
  neighborhood text not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  time_zone text not null,
  capacity integer not null check (capacity > 0),
  accessible_spaces integer not null check (accessible_spaces >= 0),
  ev_chargers integer not null check (ev_chargers >= 0),
  features text[] not null check (features <@ array['ev', 'covered', 'accessible']),
  clearance_cm integer check (clearance_cm > 0),
  outline jsonb not null check (jsonb_typeof(outline) = 'array'),
  -- false: its prices are unknown, or in a currency that is not taken
  payable boolean not null default true,
  tariff_id text,
  rule_book_id text,
  -- what its rates say where nothing can be paid here, by language
  rates_text jsonb,
  min_stay_minutes integer not null check (min_stay_minutes >= 1),
  max_stay_minutes integer check (max_stay_minutes >= min_stay_minutes),
  no_return_minutes integer check (no_return_minutes >= 1),
  refunds_unused boolean not null,
  hours jsonb not null check (jsonb_typeof(hours) = 'array'),
  tow_away jsonb not null check (jsonb_typeof(tow_away) = 'array'),
  attribution text not null,
  -- where it was imported from, and its number there
  source_id text,
  source_ref text,
  primary key (city, zone_number),
  check (not payable or num_nonnulls(tariff_id, rule_book_id) > 0)
);

insert into zone (city, zone_number, state, name, kind, address, neighborhood, latitude, longitude, time_zone, capacity, accessible_spaces,
                  ev_chargers, features, clearance_cm, outline, tariff_id, rule_book_id, min_stay_minutes, max_stay_minutes, no_return_minutes,
                  refunds_unused, hours, tow_away, attribution)
  select city_id, zone_number, case when withdrawn then 'withdrawn' else 'live' end, place.name, kind, address, neighbourhood, latitude,
         longitude, place.time_zone, capacity, accessible_spaces, ev_chargers, features, round(clearance_metres * 100)::integer, outline,
         tariff_id, rule_book_id, min_stay_minutes, max_stay_minutes, no_return_minutes, refunds_unused, hours, tow_away, attribution
    from place join city on code = place.city;

create index zone_without_book on zone (city) where rule_book_id is null;

-- how many spaces were taken when that was last counted
create table zone_count (
  city integer not null,
  zone_number text not null,
  space_kind text not null default 'general',
  taken integer not null check (taken >= 0),
  observed_at timestamptz not null,
  source_id text,
  primary key (city, zone_number, space_kind),
  foreign key (city, zone_number) references zone
);
insert into zone_count (city, zone_number, taken, observed_at)
  select city_id, zone_number, taken, observed_at from occupancy join place using (zone_number) join city on code = place.city;

-- Constant defaults rewrite no row.
alter table operator add column city integer not null default 1;
alter table attempt add column city integer not null default 1;
alter table plate_sighting add column city integer not null default 1;
alter table plate_presence add column city integer not null default 1;
