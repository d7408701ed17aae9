-- Notices to drivers: what each wants by which way, which browsers take pushes, and what waits to be said.

-- A notice is worth less twice than not at all: it is marked before it is handed over, and one that was marked is not sent again.
alter table outbox add column once boolean not null default false;
alter table outbox add column taken_at timestamptz;

-- No row: the server's defaults.
create table notice_choice (
  driver_id uuid not null references driver (driver_id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('push', 'mail', 'sms')),
  wanted boolean not null,
  primary key (driver_id, kind, channel)
);

-- A browser that takes pushes, for as long as the driver is signed in there.
create table push_subscription (
  subscription_id uuid primary key,
  driver_id uuid not null references driver (driver_id) on delete cascade,
  token_hash bytea not null references token (token_hash) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  made_at timestamptz not null
);
create index push_subscription_driver on push_subscription (driver_id);
create index push_subscription_token on push_subscription (token_hash);

-- Told by a feature in the transaction of its cause; gone once it is handed on.
create table notice (
  notice_id uuid primary key,
  driver_id uuid not null references driver (driver_id) on delete cascade,
  kind text not null,
  data jsonb not null,
  at timestamptz not null
);
create index notice_driver on notice (driver_id);

create table push_message (
  message_id uuid primary key,
  subscription_id uuid not null references push_subscription (subscription_id) on delete cascade,
  payload jsonb not null,
  queued_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz
);
create index push_message_subscription on push_message (subscription_id);

create trigger not_for_erased before insert on notice_choice for each row execute function driver_refuse_erased();
create trigger not_for_erased before insert on push_subscription for each row execute function driver_refuse_erased();

-- The key pair that names this ParkIt to push services, where none is set: made by the first server.
create table push_key (
  one boolean primary key default true check (one),
  public_key text not null,
  private_key text not null
);

-- However a session came to its end time, its driver hears of it: in the transaction that is the cause, without a trip of its own.
create function session_plan_notices() returns trigger language plpgsql as $$
begin
  if new.status = 'running' then
    insert into due (kind, ref, run_at)
      select kind, new.session_id, new.ends_at - lead
        from (values ('notice-ends15', interval '15 minutes'), ('notice-ends5', interval '5 minutes')) as reminder (kind, lead)
       where new.ends_at - lead > new.started_at
      on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    if tg_op = 'UPDATE' and old.status = 'running' and new.ends_at > old.ends_at then
      insert into due (kind, ref, run_at) values ('notice-extended', new.session_id, new.started_at)
      on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
    end if;
  elsif tg_op = 'UPDATE' and old.status = 'running' and new.status = 'ended' then
    -- one that is being said just now looks at the session itself
    delete from due where (kind, ref) in
      (select kind, ref from due
        where kind in ('notice-ends15', 'notice-ends5', 'notice-extended') and ref = new.session_id for update skip locked);
    insert into due (kind, ref, run_at)
      select kind, new.session_id, new.ended_at
        from (values ('notice-receipt'), ('notice-ended')) as notice (kind)
       where kind = 'notice-receipt' or new.ended_at = new.ends_at
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger session_plan_notices after insert or update of ends_at, status on session
  for each row execute function session_plan_notices();
