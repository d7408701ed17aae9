-- What parks by itself: the driver's Default Parking Options, the steps of a stay that extends itself, and plates seen at gates.

-- No row: the defaults of this table. What happens by itself has a limit until the driver lifts it.
create table parking_options (
  driver_id uuid primary key references driver (driver_id) on delete cascade,
  auto_start boolean not null default false,
  auto_extend boolean not null default false,
  max_payment_on boolean not null default true,
  max_payment_cents integer not null default 1500 check (max_payment_cents between 100 and 50000)
);

-- What is special about one session's extending; most have no row.
create table auto_stay (
  session_id text primary key references session (session_id) on delete cascade,
  -- the driver's word for this session alone; none: as the options say
  wanted boolean,
  -- the end for which the driver was told that it stays
  told_ends_at timestamptz
);

alter table step add column auto boolean not null default false;

create function auto_extend_wanted(p_session session) returns boolean language sql stable as $$
  select coalesce(
    (select wanted from auto_stay where session_id = p_session.session_id),
    -- one that a gate started goes on until the gate ends it
    p_session.auto_session or exists (select from parking_options where driver_id = p_session.driver_id and auto_extend))
$$;

create function auto_extend_plan(p_session session) returns void language sql as $$
  insert into due (kind, ref, run_at) values ('auto-extend', p_session.session_id, p_session.ends_at - interval '2 minutes')
  on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0
$$;

-- However a session came to its end time, it is looked at shortly before.
create function session_plan_extension() returns trigger language plpgsql as $$
begin
  if auto_extend_wanted(new) then perform auto_extend_plan(new); end if;
  return null;
end $$;
create trigger session_plan_extension after insert or update of ends_at, status on session
  for each row when (new.status = 'running') execute function session_plan_extension();

-- Sightings wait here until they are worked through; one of a plate that nobody parks by is dropped then.
create table plate_sighting (
  sighting_id uuid primary key,
  plate_key text not null,
  zone_number text not null,
  direction text not null check (direction in ('in', 'out')),
  seen_at timestamptz not null
);

-- The newest that is known of a plate at a zone, so that older and repeated sightings do nothing. Kept for a day.
create table plate_presence (
  plate_key text not null,
  zone_number text not null,
  direction text not null check (direction in ('in', 'out')),
  seen_at timestamptz not null,
  primary key (plate_key, zone_number)
);
create index plate_presence_seen_at on plate_presence (seen_at);

-- A gate sees a plate, over all drivers.
create index vehicle_plate_key on vehicle (plate_key) where not removed;
