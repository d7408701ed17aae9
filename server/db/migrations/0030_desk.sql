-- The desk: who works there, whose a conversation is, answers kept ready, and the log of all that was done.

create table staff (
  staff_id uuid primary key,
  -- in lower case
  email text not null unique check (email <> '' and email = lower(email)),
  name text not null default '',
  -- Argon2id with its salt and cost; none until the invitation is accepted
  password_hash text check (password_hash like '$argon2id$%'),
  -- SHA-256 of the secret in the link of an invitation that was not accepted yet
  invite_hash bytea unique check (length(invite_hash) = 32),
  invite_expires_at timestamptz,
  invited_at timestamptz not null,
  check ((invite_hash is null) = (invite_expires_at is null))
);

create table staff_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  staff_id uuid not null references staff (staff_id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index staff_token_staff on staff_token (staff_id);

create table assignment (
  conversation_id uuid primary key references conversation (conversation_id) on delete cascade,
  -- whose it is; none: nobody's
  staff_id uuid references staff (staff_id) on delete set null,
  -- closed up to there: what the driver says later opens it again
  closed_seq integer not null default 0 check (closed_seq >= 0)
);
create index assignment_staff on assignment (staff_id);

create table canned_answer (
  canned_id uuid primary key,
  title text not null unique check (length(title) between 1 and 60),
  text text not null check (length(text) between 1 and 2000)
);

-- Who of the desk did what, when; written in the transaction of what was done.
create table desk_act (
  act_id bigint generated always as identity primary key,
  at timestamptz not null,
  staff_id uuid not null references staff (staff_id),
  kind text not null check (kind in (
    'signedIn', 'signedOut', 'invitationAccepted', 'answered', 'assigned', 'closed', 'cannedKept', 'cannedDropped',
    'called', 'callClosed', 'refunded'
  )),
  -- the driver, session, call-back or answer that it was done to
  subject text not null,
  details jsonb not null default '{}'
);
create index desk_act_subject on desk_act (subject, act_id desc);

-- like the ledger (D-99): the server's role adds to it and reads it, and even the owner cannot change it
revoke update, delete, truncate on desk_act from parkit_app;
create function desk_act_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The desk''s log is append-only: % on % refused', tg_op, tg_table_name;
end $$;
create trigger desk_act_append_only before update or delete or truncate on desk_act
  for each statement execute function desk_act_refuse_change();

-- looked up by what is on the plate, whatever state it is of
create index vehicle_plate_letters on vehicle ((substring(plate_key from '[A-Z0-9]+$')));
create index support_email_written on support_email (written_at desc);
