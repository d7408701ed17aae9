-- Where a plate was last seen is kept by city, zone, and plate: two cities may have one number. A server of the version before that reports a
-- sighting meanwhile fails, and its job does it again.
alter table plate_presence drop constraint plate_presence_pkey, add primary key (city, zone_number, plate_key);
