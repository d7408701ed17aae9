-- What a driver may search for beside zones. Takes the place of street and zip, which processes of the version before still read.
create table place_name (
  city text not null,
  kind text not null
    check (kind in ('landmark', 'station', 'hospital', 'school', 'park', 'neighborhood', 'street', 'zip')),
  name text not null check (name <> ''),
  -- of several with one name and kind
  nth integer not null check (nth >= 0),
  -- further names it is searched by
  also text[] not null default '{}',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  -- of a street: [longitude, latitude] along each piece
  lines jsonb,
  -- of a street: [house number, longitude, latitude], by number
  numbers jsonb,
  primary key (city, kind, name, nth)
);

insert into place_name (city, kind, name, nth, latitude, longitude, lines)
  select city, 'street', name, 0, (lines #>> '{0,0,1}')::double precision, (lines #>> '{0,0,0}')::double precision, lines
    from street where lines #> '{0,0}' is not null and name <> '';
insert into place_name (city, kind, name, nth, latitude, longitude) select city, 'zip', zip, 0, latitude, longitude from zip;
