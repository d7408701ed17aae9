-- A driver's running sessions, past all that ended and past all that others have running; and a car's, for when it goes.
create index concurrently if not exists session_driver_running on session (driver_id) where status = 'running';
create index concurrently if not exists session_vehicle on session (vehicle_id, status);
