-- The conversation of each driver with support, and the files that either side sends.

create table conversation (
  conversation_id uuid primary key,
  driver_id uuid not null unique references driver (driver_id) on delete cascade,
  -- the row is locked while something is said, so places are given in the order of their commits
  last_seq integer not null default 0,
  -- how far the driver has read
  read_seq integer not null default 0 check (read_seq between 0 and last_seq),
  begun_at timestamptz not null,
  last_at timestamptz not null
);
create index conversation_last on conversation (last_at desc);
create trigger not_for_erased before insert on conversation for each row execute function driver_refuse_erased();

create table chat_message (
  message_id uuid primary key,
  conversation_id uuid not null references conversation (conversation_id) on delete cascade,
  seq integer not null check (seq > 0),
  -- auto: the answer that says when people are there
  sender text not null check (sender in ('driver', 'support', 'auto')),
  -- who of support it was
  sender_name text not null default '',
  text text not null check (length(text) <= 2000),
  said_at timestamptz not null,
  -- of whoever sent it, so that sending it again says it once; with the hash of what was sent
  key text check (length(key) between 1 and 255),
  input_hash bytea check (length(input_hash) = 32),
  unique (conversation_id, seq),
  unique (conversation_id, sender, key),
  check ((key is null) = (input_hash is null))
);
create index chat_message_recent on chat_message (conversation_id, said_at) where sender = 'driver';

create table attachment (
  attachment_id uuid primary key,
  -- whose conversation it belongs to
  driver_id uuid not null references driver (driver_id) on delete cascade,
  by_support boolean not null default false,
  -- none of both: not sent yet
  message_id uuid references chat_message (message_id) on delete cascade,
  email_id uuid references support_email (email_id) on delete cascade,
  -- its place in the message
  place smallint not null default 0,
  name text not null check (length(name) between 1 and 120),
  content_type text not null check (
    content_type in ('image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/pdf')
  ),
  bytes bytea not null check (length(bytes) between 1 and 10485760),
  width integer check (width > 0),
  height integer check (height > 0),
  stored_at timestamptz not null,
  check (message_id is null or email_id is null),
  check ((width is null) = (height is null))
);
-- pictures and PDF are compressed already
alter table attachment alter column bytes set storage external;
create index attachment_message on attachment (message_id) where message_id is not null;
create index attachment_email on attachment (email_id) where email_id is not null;
create index attachment_driver on attachment (driver_id, stored_at);
create trigger not_for_erased before insert on attachment for each row execute function driver_refuse_erased();
