-- What a city's map is drawn from: an archive of tiles, a template of their addresses, or nothing (streets from its own data).
alter table city
  add column tiles text check (tiles <> ''),
  add column tiles_attribution text,
  -- whose layers the tiles have
  add column tiles_schema text check (tiles_schema in ('protomaps', 'mapbox'));
