-- A city that comes with ParkIt is imported as any other: its places are of the source `parkit`, which remembers what it was last read from.
alter table zone
  alter column min_stay_minutes set default 1,
  alter column hours set default '[]',
  alter column tow_away set default '[]';

-- what the search is to know besides the places; null where the file says nothing of it
alter table import_run add column names jsonb;

-- nobody has parked by a book that has no version yet, so that its first may hold from before its publication
alter table rule_book drop constraint rule_book_check3;
alter table rule_book add constraint rule_book_check3 check (
  tariff_id is not null or state <> 'approved' or version = 1 or in_force_from >= published_at + interval '1 minute') not valid;
alter table rule_book validate constraint rule_book_check3;

insert into source (city, source_id, format, content_hash)
  select city_id, 'parkit', 'parkit', hash from city where hash <> 'import' and hash not like 'import %';

-- the places are what they were: this is no version of them
alter table zone disable trigger user;
update zone
   set source_id = 'parkit', source_ref = zone_number,
       spaces = jsonb_strip_nulls(jsonb_build_object('general', nullif(greatest(capacity - accessible_spaces, 0), 0),
                                                     'accessible', nullif(accessible_spaces, 0)))
  from city
 where city_id = zone.city and zone.source_id is null and zone.tariff_id is not null;
alter table zone enable trigger user;
