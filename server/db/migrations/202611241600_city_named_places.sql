-- Whether places of a city have names of their source on their signs, as A007: drivers type letters then.
alter table city add column named_places boolean not null default false;
update city set named_places = true
 where exists (select from zone where zone.city = city_id and source_ref <> zone_number and source_ref ~ '^[[:alnum:] .-]{1,20}$');
