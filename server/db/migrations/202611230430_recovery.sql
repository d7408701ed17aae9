-- A driver who lost password and passkeys and proved one contact waits; the other contacts are told, and can stop it.
-- One per driver and contact that was proven.
create table recovery (
  recovery_id uuid primary key,
  driver_id uuid not null references driver on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  stop_hash bytea not null check (length(stop_hash) = 32),
  begun_at timestamptz not null,
  ready_at timestamptz not null check (ready_at > begun_at),
  expires_at timestamptz not null check (expires_at > ready_at),
  unique (driver_id, channel)
);
create index recovery_expires on recovery (expires_at);
