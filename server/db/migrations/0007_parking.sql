-- Parking sessions. Each of start, extend and stop is one function, so one round trip and one transaction:
-- the key is claimed, the session changes, the ledger is posted, the end is scheduled; all or nothing.

create table session (
  session_id text primary key check (session_id ~ '^P-[0-9A-HJKMNP-TV-Z]{10}$'),
  driver_id uuid not null references driver (driver_id),
  vehicle_id uuid references vehicle (vehicle_id) on delete set null,
  -- state and letters and digits alone (D-92)
  plate_key text not null,
  -- the vehicle and the place as they were when the session started: a receipt never changes
  vehicle jsonb not null,
  place jsonb not null,
  zone_number text not null,
  tariff_id text not null,
  tariff_version integer not null,
  status text not null check (status in ('pending', 'running', 'ended', 'failed')),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  parking_cents integer not null check (parking_cents >= 0),
  fee_cents integer not null check (fee_cents >= 0),
  refunded_cents integer not null default 0,
  paid_via text not null,
  auto_session boolean not null default false,
  auto_extended boolean not null default false,
  check (ends_at > started_at),
  check (ended_at >= started_at and ended_at <= ends_at),
  check ((status = 'ended') = (ended_at is not null)),
  check (refunded_cents between 0 and parking_cents + fee_cents)
);
-- one running session per plate, across all accounts
create unique index session_plate_running on session (plate_key) where status = 'running';
create index session_driver on session (driver_id, started_at desc, session_id);
create index session_zone_running on session (zone_number, started_at) where status = 'running';
create index session_plate_zone on session (plate_key, zone_number, ended_at desc);

-- What happened to a session, in order: its time line and the parts of its receipt.
create table step (
  session_id text not null references session (session_id),
  seq smallint not null,
  at timestamptz not null,
  kind text not null check (kind in ('started', 'extended', 'stopped', 'ended')),
  -- paid minutes after the step; used minutes for the last one
  minutes integer not null check (minutes >= 0),
  -- below zero was paid back
  amount_cents integer not null,
  primary key (session_id, seq)
);

create function parking_step(
  p_session_id text, p_at timestamptz, p_kind text, p_minutes integer, p_amount_cents integer
) returns void language sql as $$
  insert into step (session_id, seq, at, kind, minutes, amount_cents)
  select p_session_id, coalesce(max(seq), 0) + 1, p_at, p_kind, p_minutes, p_amount_cents
    from step where session_id = p_session_id
$$;

-- Ends what is over. Also called by a start, so that a late job never keeps a plate.
create function parking_end_due(p_plate_key text, p_session_id text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_session session;
begin
  for v_session in
    update session set status = 'ended', ended_at = ends_at
     where status = 'running' and ends_at <= p_now
       and (plate_key = p_plate_key or session_id = p_session_id)
    returning *
  loop
    perform parking_step(v_session.session_id, v_session.ends_at, 'ended',
      (extract(epoch from v_session.ends_at - v_session.started_at) / 60)::integer, 0);
  end loop;
end $$;

create function parking_start(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session jsonb, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
  v_new session := jsonb_populate_record(null::session, p_session);
  v_other session;
begin
  v_first := once_claim(p_driver_id, p_key, p_call, p_hash, p_answer, v_new.started_at);
  if v_first is not null then return v_first; end if;

  perform parking_end_due(v_new.plate_key, null, v_new.started_at);
  insert into session values (v_new.*) on conflict (plate_key) where status = 'running' do nothing;
  if not found then
    select * into v_other from session where plate_key = v_new.plate_key and status = 'running';
    raise exception 'already_parked' using errcode = 'PK000', detail = json_build_object(
      'Until', to_char(v_other.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      -- where it stands is told to its own driver alone
      'SessionId', case when v_other.driver_id = p_driver_id then v_other.session_id end,
      'Name', case when v_other.driver_id = p_driver_id then v_other.place ->> 'name' end)::text;
  end if;
  if cardinality(p_accounts) > 0 then
    perform ledger_post('fare', v_new.started_at, p_driver_id, v_new.session_id, null, p_accounts, p_amounts);
  end if;
  insert into step values (v_new.session_id, 1, v_new.started_at, 'started',
    (extract(epoch from v_new.ends_at - v_new.started_at) / 60)::integer, v_new.parking_cents + v_new.fee_cents);
  insert into due (kind, ref, run_at) values ('session-end', v_new.session_id, v_new.ends_at);
  return p_answer;
end $$;

-- The caller priced the session as it stood with p_expected_ends_at; where it has moved since, PK001 asks to price again.
create function parking_extend(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session_id text, p_expected_ends_at timestamptz, p_now timestamptz, p_minutes integer,
  p_amount_cents integer, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
begin
  v_first := once_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  update session
     set ends_at = started_at + make_interval(mins => p_minutes), parking_cents = parking_cents + p_amount_cents
   where session_id = p_session_id and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now;
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  if cardinality(p_accounts) > 0 then
    perform ledger_post('extension', p_now, p_driver_id, p_session_id, null, p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'extended', p_minutes, p_amount_cents);
  update due set run_at = (select ends_at from session where session_id = p_session_id)
   where kind = 'session-end' and ref = p_session_id;
  return p_answer;
end $$;

create function parking_stop(
  p_driver_id uuid, p_key text, p_call text, p_hash bytea, p_answer jsonb,
  p_session_id text, p_expected_ends_at timestamptz, p_now timestamptz, p_minutes integer,
  p_refund_cents integer, p_kind text, p_accounts text[], p_amounts integer[]
) returns jsonb language plpgsql as $$
declare
  v_first jsonb;
begin
  v_first := once_claim(p_driver_id, p_key, p_call, p_hash, p_answer, p_now);
  if v_first is not null then return v_first; end if;

  update session set status = 'ended', ended_at = p_now, refunded_cents = p_refund_cents
   where session_id = p_session_id and driver_id = p_driver_id
     and status = 'running' and ends_at = p_expected_ends_at and ends_at > p_now;
  if not found then raise exception 'session moved' using errcode = 'PK001'; end if;
  if cardinality(p_accounts) > 0 then
    perform ledger_post(p_kind, p_now, p_driver_id, p_session_id, null, p_accounts, p_amounts);
  end if;
  perform parking_step(p_session_id, p_now, 'stopped', p_minutes, -p_refund_cents);
  delete from due where kind = 'session-end' and ref = p_session_id;
  return p_answer;
end $$;
