-- A plate runs once within one account, and another account may start it too. Free cancels are counted by account and by plate.
create unique index concurrently if not exists session_driver_plate_running on session (driver_id, plate_key) where status = 'running';
create index concurrently if not exists session_free_cancel_driver on session (driver_id, ended_at) where free_cancel;
create index concurrently if not exists session_free_cancel_plate on session (plate_key, zone_number, ended_at) where free_cancel;
