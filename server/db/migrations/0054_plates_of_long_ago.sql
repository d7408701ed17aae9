-- Sessions that ended and whose plate is still known, the oldest first: after two years it is hashed.
create index concurrently if not exists session_plate_known on session (ended_at)
  where status = 'ended' and plate_key not like 'hashed %' and plate_key not like 'erased %';
