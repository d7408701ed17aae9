-- By which rules a session is priced: the version of its place's book, as it was published when the stay began, and what was known of
-- the car and its driver. Sessions of before have none: they go by their tariff. Constant defaults rewrite no row.
alter table session
  add column facts jsonb not null default '{"spaceKind": "general", "vehicleKind": "car", "holds": []}',
  add column rule_book_id text,
  add column rule_book_version integer,
  add column rules_as_of timestamptz,
  alter column tariff_id drop not null,
  alter column tariff_version drop not null;
alter table archived_session
  add column if not exists facts jsonb not null default '{"spaceKind": "general", "vehicleKind": "car", "holds": []}',
  add column if not exists rule_book_id text,
  add column if not exists rule_book_version integer,
  add column if not exists rules_as_of timestamptz,
  alter column tariff_id drop not null,
  alter column tariff_version drop not null;
alter table segment
  add column rule_book_id text,
  add column rule_book_version integer,
  add column rules_as_of timestamptz,
  alter column tariff_id drop not null,
  alter column tariff_version drop not null;
