-- What a city's places allow and cost, as data of the city: rule books in versions, lists of days, and closures or event rates
-- between two instants. Until now it was worked out from the tariff and the terms of each place.
create table rule_book (
  city integer not null references city (city_id),
  book_id text not null check (book_id ~ '^[A-Za-z0-9._-]{1,100}$'),
  version integer not null check (version >= 1),
  name text not null check (name <> ''),
  -- the latest that has come holds, and of two from the same instant the higher version
  in_force_from timestamptz not null,
  state text not null check (state in ('draft', 'proposed', 'approved', 'withdrawn')),
  book jsonb not null check (jsonb_typeof(book) = 'object'),
  -- of the book alone: the same rules again are no new version
  digest bytea not null,
  made_by text,
  published_at timestamptz check (published_at is not null or state <> 'approved'),
  withdrawn_at timestamptz check ((withdrawn_at is not null) = (state = 'withdrawn')),
  proposal_id uuid,
  -- which tariff it was converted from: it holds as long as that one did
  tariff_id text,
  tariff_version integer,
  primary key (city, book_id, version),
  foreign key (tariff_id, tariff_version) references tariff (tariff_id, version),
  check ((tariff_id is null) = (tariff_version is null)),
  check (tariff_id is not null or state <> 'approved' or in_force_from >= published_at + interval '60 seconds')
);
create index rule_book_in_force on rule_book (city, book_id, in_force_from desc, version desc) where state = 'approved';

create table day_list (
  city integer not null references city (city_id),
  list_id text not null check (list_id ~ '^[A-Za-z0-9._-]{1,60}$'),
  name text not null check (name <> ''),
  -- the last day of which is known whether it is listed
  known_until date not null,
  primary key (city, list_id)
);

create table day_list_day (
  city integer not null,
  list_id text not null,
  day date not null,
  published_at timestamptz not null,
  name text not null,
  -- that day's own window, in the place's time; at or before from_time: on the next day
  from_time text check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  to_time text check (to_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'),
  removed_at timestamptz check (removed_at >= published_at),
  primary key (city, list_id, day, published_at),
  foreign key (city, list_id) references day_list
);

create table override (
  override_id uuid primary key,
  city integer not null references city (city_id),
  name text not null check (name <> ''),
  reason text,
  kind text not null check (kind in ('closed', 'rate', 'fewer')),
  -- of priority 0; none where there are only fewer spaces
  rule jsonb check (jsonb_typeof(rule) = 'object' and (rule ->> 'priority')::integer = 0),
  tow boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null check (state in ('draft', 'proposed', 'published', 'cancelled')),
  published_at timestamptz check (published_at is not null or state not in ('published', 'cancelled')),
  cancelled_at timestamptz check ((cancelled_at is not null) = (state = 'cancelled')),
  proposal_id uuid,
  check (ends_at > starts_at),
  check ((kind = 'fewer') = (rule is null)),
  check (kind <> 'closed' or rule ->> 'activity' = 'none'),
  check (kind <> 'rate' or rule ->> 'activity' <> 'none'),
  -- a rate is a price: a second person agrees
  check (kind <> 'rate' or state = 'draft' or proposal_id is not null)
);
create index override_ends on override (city, ends_at);

create table override_zone (
  city integer not null,
  zone_number text collate "C" not null check (zone_number ~ '^[0-9]{4,6}$'),
  override_id uuid not null references override,
  spaces_less integer check (spaces_less > 0),
  primary key (city, zone_number, override_id)
);
create index override_zone_override on override_zone (override_id);

revoke delete on rule_book, day_list_day, override from parkit_app;

alter table place
  add column rule_book_id text,
  -- a place of a book alone has no tariff
  alter column tariff_id drop not null;
create index place_without_book on place (city) where rule_book_id is null;
