-- Drivers, their tokens, the one-time codes on their way, and the messages that wait to be sent.

create table driver (
  driver_id uuid primary key,
  first_name text not null,
  last_name text not null default '',
  -- in lower case; none for an account that was begun with a phone alone
  email text unique check (email <> ''),
  -- E.164
  phone text not null unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- the e-mail, or the phone of an account without one (D-87)
  user_name text not null unique check (user_name <> ''),
  -- Argon2id with its salt and cost; none for an account that signs in by codes alone
  password_hash text check (password_hash like '$argon2id$%'),
  address_line_1 text not null default '',
  address_line_2 text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  language text not null default 'en' check (language in ('en', 'hi')),
  min_balance_cents integer not null default 0 check (min_balance_cents between 0 and 200000),
  -- none: it was never set and shows the minimum balance (D-30)
  default_add_cents integer check (default_add_cents between 100 and 50000),
  created_at timestamptz not null
);

create table token (
  -- SHA-256 of the 256 random bits that the driver holds
  token_hash bytea primary key check (length(token_hash) = 32),
  driver_id uuid not null references driver (driver_id) on delete cascade,
  -- which is oldest, also among those of one instant
  seq bigint not null generated always as identity,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  -- when a code signed this token in: for some minutes it may set a new password
  code_signed_in_at timestamptz
);
create index token_driver on token (driver_id, seq);

create table challenge (
  challenge_id uuid primary key,
  -- as the sends are counted: e-mail or user name in lower case, or the phone as E.164
  destination text not null,
  channel text not null check (channel in ('mail', 'sms')),
  code_hash bytea not null check (length(code_hash) = 32),
  -- whom the code signs in, or the account it completes; neither: nobody is known there, and no code is ever right
  driver_id uuid references driver (driver_id) on delete cascade,
  registration jsonb,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  check (driver_id is null or registration is null),
  check (used_at is null or driver_id is not null or registration is not null)
);
create index challenge_destination on challenge (destination, created_at);
create index challenge_expires on challenge (expires_at);

-- A message is written in the transaction that is its reason, and gone once the mail server or text service has it.
create table outbox (
  message_id uuid primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null check (recipient <> ''),
  -- for mail alone
  subject text not null,
  body text not null,
  queued_at timestamptz not null,
  -- from then on it is of no use and is dropped
  expires_at timestamptz not null
);

-- What the stand-ins for mail and text messages were handed; nothing is really sent.
create table sandbox_message (
  message_id uuid primary key,
  channel text not null,
  recipient text not null,
  subject text not null,
  body text not null,
  sent_at timestamptz not null
);
create index sandbox_message_sent_at on sandbox_message (sent_at);
