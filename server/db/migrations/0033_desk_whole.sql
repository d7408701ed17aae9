-- The desk: who leads, who left, the second step of signing in, idle sign-ins, answers kept in both languages, reopening.

alter table staff
  -- leads invite and remove others; whoever the command invites is one
  add column role text not null default 'lead' check (role in ('lead', 'agent')),
  -- signs in no more; the log goes on naming who it was
  add column removed_at timestamptz,
  add check (removed_at is null or (password_hash is null and invite_hash is null));

-- when it was last used, to the minute; by default as of now, for servers of the version before
alter table staff_token add column seen_at timestamptz not null default now();

-- the password was right, and a code went to the e-mail
create table staff_challenge (
  challenge_id uuid primary key,
  staff_id uuid not null references staff (staff_id) on delete cascade,
  -- SHA-256 of the challenge's id and the code
  code_hash bytea not null check (length(code_hash) = 32),
  tries integer not null default 0 check (tries >= 0),
  asked_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > asked_at),
  used_at timestamptz
);
create index staff_challenge_staff on staff_challenge (staff_id, asked_at desc);

alter table canned_answer
  alter column text drop not null,
  add column text_hi text check (length(text_hi) between 1 and 2000),
  add check (text is not null or text_hi is not null);

alter table desk_act drop constraint desk_act_kind_check;
alter table desk_act add constraint desk_act_kind_check check (kind in (
  'signedIn', 'signedOut', 'invitationAccepted', 'answered', 'assigned', 'closed', 'cannedKept', 'cannedDropped',
  'called', 'callClosed', 'refunded', 'reopened', 'invited', 'removed'
));

-- lists are read page by page
create index feedback_sent on feedback (sent_at desc, feedback_id desc);
drop index support_email_written;
create index support_email_written on support_email (written_at desc, email_id desc);
