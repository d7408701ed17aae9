-- Feeds that a city's staff set by calls: paused ones, and which of two changes at once came first.
alter table source
  add column paused_at timestamptz check (paused_at is null or url is not null),
  -- of what is set of a feed
  add column version integer not null default 1;
