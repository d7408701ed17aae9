-- The one person whom a driver trusts: reminded too before the driver's parking ends, once that person has agreed.
create table trusted_person (
  driver_id uuid primary key references driver on delete cascade,
  -- opens the invitation and ends the reminders: in every message to this person, and known to nobody else
  code text not null unique,
  name text not null,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  language text not null,
  invited_at timestamptz not null,
  agreed_at timestamptz
);
create index trusted_person_invited on trusted_person (invited_at) where agreed_at is null;
-- How many invitations a driver made, and a contact got, by hash: nobody is invited often, or after having declined.
create table trusted_invitation (
  who_hash bytea primary key,
  sent integer not null,
  declined boolean not null default false,
  kept_until timestamptz not null
);
create index trusted_invitation_kept on trusted_invitation (kept_until);
