-- The index that let only one account in all run a plate goes: the start names session_driver_plate_running.
drop index session_plate_running;
create index session_plate_running on session (plate_key) where status = 'running';
