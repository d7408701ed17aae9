-- The keys of partitions by month: they hold the month's column. And a driver's sessions in the order of a page, so that a page is read
-- from the newest month on and no further than it needs.
create unique index concurrently if not exists session_by_start on session (session_id, started_at);
create unique index concurrently if not exists step_by_start on step (session_id, started_at, seq);
create index concurrently if not exists session_driver_newest on session (driver_id, started_at desc, session_id desc);
