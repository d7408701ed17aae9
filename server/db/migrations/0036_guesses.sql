-- Against guessing and against sending at our cost: tries in a row that were wrong, and how many codes went out.

-- Whose tries they are is kept as the SHA-256 of what was typed: names of nobody are counted like those of drivers.
create table guess (
  kind text not null check (kind in ('password', 'code', 'desk')),
  name_hash bytea not null check (length(name_hash) = 32),
  -- in a row: the right one ends it
  tries integer not null check (tries > 0),
  tried_at timestamptz not null,
  primary key (kind, name_hash)
);
create index guess_tried on guess (tried_at);

create table code_count (
  -- a destination or an address as its SHA-256, the beginning of a phone number, or all text messages
  what text not null,
  -- the day or the hour that is counted
  since timestamptz not null,
  sent integer not null check (sent > 0),
  -- of those, how many came back
  used integer not null default 0 check (used >= 0),
  primary key (what, since)
);
create index code_count_since on code_count (since);
