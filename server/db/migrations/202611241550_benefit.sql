-- What drivers say they hold and rules ask for, until it expires: a disability placard. It is the driver's own word, one for all cities
-- that take it; a city says so in `placard`.
create table benefit (
  driver_id uuid not null references driver on delete cascade,
  class text not null check (class in ('placard')),
  until_at timestamptz not null,
  primary key (driver_id, class)
);
create index benefit_until on benefit (until_at);
alter table city add column placard text not null default 'none' check (placard in ('none', 'self-declared'));
