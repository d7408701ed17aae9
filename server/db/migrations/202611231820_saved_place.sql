-- Places that drivers saved: at most one Home and one Work each, and others.
create table saved_place (
  driver_id uuid not null references driver on delete cascade,
  city integer not null default 1,
  zone_number text not null,
  kind text not null check (kind in ('home', 'work', 'other')),
  label text not null,
  saved_at timestamptz not null,
  primary key (driver_id, city, zone_number)
);
create unique index saved_place_kind on saved_place (driver_id, kind) where kind <> 'other';
