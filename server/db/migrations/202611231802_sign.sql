-- Signs printed for zones, and the keys that sign their links.
create table sign_key (
  city integer not null default 1 check (city > 0),
  key_id integer not null check (key_id > 0),
  value bytea not null check (length(value) = 32),
  made_at timestamptz not null,
  -- from then on no sign of this key is real
  ended_at timestamptz check (ended_at >= made_at),
  primary key (city, key_id)
);
create table sign (
  city integer not null default 1,
  zone_number text not null check (zone_number ~ '^[0-9]{4,6}$'),
  serial integer not null check (serial > 0),
  key_id integer not null,
  printed_at timestamptz not null,
  retired_at timestamptz check (retired_at >= printed_at),
  primary key (city, zone_number, serial),
  foreign key (city, key_id) references sign_key
);
-- a key stays what it is and a sign keeps its key; both can only end
revoke update, delete, truncate on sign_key, sign from parkit_app;
grant update (ended_at) on sign_key to parkit_app;
grant update (retired_at) on sign to parkit_app;
