-- Who may park where until when, in one small table: sessions now, permits and reservations later. The routines that start, extend,
-- and end a session write it in the same transaction; what asks whether a car is parked reads it instead of the sessions.
-- 0O 1I 2Z 5S 8B 6G look alike: a fold makes them one letter, and leaves out the state.
create function plate_fold(p_plate_key text) returns text language sql immutable parallel safe as $$
  select coalesce(translate(substring(p_plate_key from '[A-Z0-9]+$'), 'ODQIZSBG', '00012586'), '')
$$;

create table parking_right (
  kind text not null check (kind in ('session', 'permit', 'guest', 'reservation', 'partner', 'reported')),
  -- of a session, its id
  ref text not null,
  city integer not null default 1,
  zone_number text,
  area_id text,
  plate_key text not null,
  plate_fold text not null,
  driver_id uuid,
  -- `pending`: a card start is under way; `over`: its time passed; `left`: stopped before; `void`: given up, or the account is erased
  state text not null check (state in ('pending', 'live', 'over', 'left', 'void')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- none while no start has succeeded
  paid_at timestamptz,
  class text,
  source_id text,
  as_of timestamptz not null,
  label text,
  -- that the rest fits its session is a standing check of the books: each check here is planned anew for each row that is written
  primary key (kind, ref)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0,
        vacuum_truncate = false);
-- a plate runs once within one account
create unique index parking_right_driver_plate on parking_right (driver_id, plate_key)
  where kind = 'session' and state in ('pending', 'live');
create index parking_right_plate on parking_right (city, plate_fold);
create index parking_right_zone on parking_right (city, zone_number, ends_at);
create index parking_right_area on parking_right (city, area_id, ends_at) where area_id is not null;

insert into parking_right (kind, ref, zone_number, plate_key, plate_fold, driver_id, state, starts_at, ends_at, paid_at, as_of)
  select 'session', session_id, zone_number, plate_key, plate_fold(plate_key), driver_id, 'live', started_at, ends_at, started_at, now()
    from session where status = 'running';

-- the session alone says what ends: its plate is looked up in parking_right
drop function if exists parking_end_expired(text, text, timestamptz);
