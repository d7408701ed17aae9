-- Where each good run of the standing checks stood, so that the next one looks only at what is newer.
create table books_run (
  run_id bigint generated always as identity primary key,
  at timestamptz not null,
  -- all rows were checked, not only new ones
  whole boolean not null,
  -- of feed_epoch and the timeline: a snapshot means nothing after a restore or a failover
  epoch text not null,
  snapshot pg_snapshot not null,
  -- the newest entry there was
  entry_id bigint not null
);
