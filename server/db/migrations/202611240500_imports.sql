-- Imports of a city's places: where they come from, each run with a row for each row of its file, and what a place was before each change.
create table source (
  city integer not null references city (city_id),
  source_id text not null check (source_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  format text not null check (format <> ''),
  mapping text,
  attribution text not null default '',
  -- a feed: polled here, and silent when nothing good came for so long
  url text check (url ~ '^https?://'),
  every_seconds integer check (every_seconds >= 10),
  silent_after_seconds integer check (silent_after_seconds >= every_seconds),
  polled_at timestamptz,
  last_ok_at timestamptz,
  last_error text,
  -- reason → how many rows were refused for it so far
  refused jsonb not null default '{}' check (jsonb_typeof(refused) = 'object'),
  added_at timestamptz not null default now(),
  primary key (city, source_id),
  check ((url is null) = (every_seconds is null) and (url is null) = (silent_after_seconds is null))
);

create table import_run (
  import_id uuid primary key,
  city integer not null references city (city_id),
  source_id text not null,
  format text not null,
  -- hexadecimal SHA-256 of the file
  file_hash text not null,
  state text not null check (state in ('read', 'checked', 'published', 'undone', 'failed')),
  counters jsonb not null default '{}' check (jsonb_typeof(counters) = 'object'),
  -- books and lists of days that are published with it
  rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'),
  -- what the city's places were when it was checked
  base text,
  made_by text not null,
  read_at timestamptz not null,
  published_at timestamptz check (published_at is not null or state not in ('published', 'undone')),
  published_by text,
  undone_at timestamptz check ((undone_at is not null) = (state = 'undone')),
  undone_by text,
  foreign key (city, source_id) references source
);
create index import_run_city on import_run (city, read_at desc);

create table import_row (
  import_id uuid not null references import_run on delete cascade,
  row_no integer not null check (row_no >= 0),
  nth smallint not null default 0,
  -- the zone's number; what the source says of it where the row is refused
  key text not null,
  change text not null check (change in ('added', 'changed', 'withdrawn', 'same', 'refused')),
  before jsonb,
  after jsonb,
  field text,
  reason text,
  -- of the zone, once it is published
  version integer,
  primary key (import_id, row_no, nth),
  check ((change = 'refused') = (reason is not null))
);

-- Constant defaults rewrite no row.
alter table zone
  add column version integer not null default 1 check (version >= 1),
  add column changed_at timestamptz not null default '2026-01-01',
  add column side text,
  -- kind → how many; null where only its capacity is known
  add column spaces jsonb check (jsonb_typeof(spaces) = 'object');
create unique index zone_source_ref on zone (city, source_id, source_ref) where source_ref is not null;

create table zone_history (
  city integer not null,
  zone_number text not null,
  version integer not null,
  -- as it was until then
  row jsonb not null,
  until timestamptz not null,
  primary key (city, zone_number, version)
);
revoke update, delete on zone_history from parkit_app;
