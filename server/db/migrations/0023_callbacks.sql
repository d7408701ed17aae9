-- Calls that drivers asked support for, and the e-mails they wrote to it.

create table callback (
  callback_id uuid primary key,
  driver_id uuid not null references driver (driver_id) on delete cascade,
  state text not null default 'requested' check (state in ('requested', 'called', 'closed', 'cancelled')),
  -- E.164
  phone text not null check (phone ~ '^\+[0-9]{6,15}$'),
  -- the city's own date and time, as the driver said it and as the desk reads it
  call_date date not null check (extract(isodow from call_date) < 7),
  call_time time not null check (
    call_time >= '08:00' and call_time < '20:00'
    and extract(minute from call_time)::integer % 15 = 0 and extract(second from call_time) = 0
  ),
  requested_at timestamptz not null,
  changed_at timestamptz not null
);
create index callback_driver on callback (driver_id, requested_at desc);
create index callback_to_make on callback (call_date, call_time) where state in ('requested', 'called');
create trigger not_for_erased before insert on callback for each row execute function driver_refuse_erased();

create table support_email (
  email_id uuid primary key,
  -- read out on the phone and written in subjects
  reference text not null unique check (reference ~ '^E-[0-9A-HJKMNP-TV-Z]{8}$'),
  driver_id uuid not null references driver (driver_id) on delete cascade,
  subject text not null check (length(subject) between 1 and 150),
  message text not null check (length(message) between 1 and 5000),
  written_at timestamptz not null,
  -- when the mail server took it; none: on its way
  sent_at timestamptz
);
create index support_email_driver on support_email (driver_id, written_at desc);
create trigger not_for_erased before insert on support_email for each row execute function driver_refuse_erased();
