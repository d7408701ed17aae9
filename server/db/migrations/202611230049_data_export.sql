-- A driver's copy of all his data: a zip file of numbered chunks, written by a job and deleted after a day.

create table data_export (
  export_id uuid primary key,
  driver_id uuid not null unique references driver (driver_id) on delete cascade,
  asked_at timestamptz not null,
  -- the attempt that writes it: chunks of an earlier one that is still at work are refused
  run_id uuid,
  ready_at timestamptz,
  expires_at timestamptz,
  bytes bigint check (bytes > 0),
  -- the sign-in that began a download with a recent proof, and may go on with it
  open_to bytea,
  open_until timestamptz,
  check ((ready_at is null) = (expires_at is null) and (ready_at is null) = (bytes is null))
);

-- All of 256 KiB but the last: a byte's chunk follows from its position.
create table data_export_chunk (
  export_id uuid not null references data_export (export_id) on delete cascade,
  seq integer not null check (seq >= 0),
  bytes bytea not null check (length(bytes) between 1 and 262144),
  primary key (export_id, seq)
);
-- compressed already
alter table data_export_chunk alter column bytes set storage external;
