-- Passkeys: public keys that sign a driver or staff in. A challenge is used once, within minutes. A token notes the latest proof
-- that its driver gave, and a driver who declined the offer of a passkey is not asked again.
create table passkey (
  credential_id bytea primary key check (length(credential_id) between 1 and 1023),
  driver_id uuid references driver on delete cascade,
  staff_id uuid references staff on delete cascade,
  public_key bytea not null check (length(public_key) > 0),
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 60),
  backed_up boolean not null,
  made_at timestamptz not null,
  last_used_at timestamptz,
  check (num_nonnulls(driver_id, staff_id) = 1)
);
create index passkey_driver on passkey (driver_id);
create index passkey_staff on passkey (staff_id);

create table passkey_challenge (
  challenge bytea primary key check (length(challenge) = 32),
  purpose text not null check (purpose in ('add', 'signIn', 'prove')),
  driver_id uuid references driver on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'signIn') = (driver_id is null))
);
create index passkey_challenge_expires on passkey_challenge (expires_at);
create index passkey_challenge_driver on passkey_challenge (driver_id);

alter table token add column proved_at timestamptz;
alter table driver add column passkey_offer_declined_at timestamptz;
