-- What a city sets for the stays in it: until now one fee and one rule of free cancels held for all. A session keeps the terms of its
-- start. The latest version that has come holds, of two from the same instant the higher one; the first has always held.
create table city_terms (
  city integer not null references city (city_id),
  version integer not null check (version >= 1),
  in_force_from timestamptz not null,
  service_fee_cents integer not null check (service_fee_cents between 0 and 2000),
  -- a stop this soon after the start refunds everything; 0: never
  free_cancel_seconds integer not null check (free_cancel_seconds between 0 and 3600),
  free_cancels_plate_zone_day integer not null check (free_cancels_plate_zone_day between 0 and 100),
  free_cancels_account_day integer not null check (free_cancels_account_day between 0 and 100),
  auto_extend_minutes integer not null check (auto_extend_minutes between 5 and 120),
  -- how long after a stay its plate is known
  history_days integer not null check (history_days between 30 and 3650),
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  proposal_id uuid,
  primary key (city, version),
  -- every server knows a version before it holds
  check (version = 1 or in_force_from >= made_at + interval '60 seconds')
);
-- a version never changes: sessions go by it
revoke update, delete on city_terms from parkit_app;

insert into city_terms (city, version, in_force_from, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
                        free_cancels_account_day, auto_extend_minutes, history_days, made_by, made_at)
  select city_id, 1, '1970-01-01 00:00Z', 35, 60, 1, 3, 15, 730, 'ParkIt', now() from city;

-- an import that withdraws a greater part of the places asks for the city's name
alter table city add column most_withdrawn_percent integer not null default 5 check (most_withdrawn_percent between 0 and 100);
