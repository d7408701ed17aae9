-- When a driver cleared what was learned of where they park: earlier sessions no longer count.
create table usual_cleared (
  driver_id uuid primary key references driver on delete cascade,
  cleared_at timestamptz not null
);
