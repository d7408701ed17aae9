-- Links that show others until when a session is parked: one at a time for a session, as long as it runs.
create table session_share (
  session_id text primary key references session_key (session_id),
  driver_id uuid not null references driver on delete cascade,
  share_id text not null unique,
  made_at timestamptz not null
);
create index session_share_driver on session_share (driver_id);
create index session_share_made on session_share (made_at);
