-- What runs is found in parking_right. The indexes that stay hold no column that changes while a car is parked or when it leaves, so
-- that an extension, a stop, and an end write no index of the session; the space left in each page takes the newer row.
drop index session_driver_plate_running;
drop index session_driver_running;
drop index session_plate_running;
drop index session_zone_running;
-- free cancels are found among the driver's sessions of the day, and among those of the plate in the zone
drop index session_free_cancel_driver;
drop index session_free_cancel_plate;
drop index session_plate_zone;
create index session_plate_zone on session (plate_key, zone_number, started_at desc);
drop index session_vehicle;
create index session_vehicle on session (vehicle_id);
drop index session_plate_known;
create index session_plate_known on session (started_at)
  where plate_key not like 'hashed %' and plate_key not like 'erased %';
alter table session set (fillfactor = 85);
