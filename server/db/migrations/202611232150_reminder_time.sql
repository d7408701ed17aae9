-- How many minutes before the end of a session a driver is reminded, where they chose others than 15 and 5.
create table reminder_time (
  driver_id uuid primary key references driver on delete cascade,
  first_minutes integer not null check (first_minutes <= 120),
  last_minutes integer not null check (last_minutes >= 1),
  check (last_minutes < first_minutes)
);
