-- The wallet that fills itself, and money that goes back to the card it came from.

-- Several migrations add kinds, so what was allowed stays allowed, whichever ran before.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'entry_kind_check';
  alter table entry drop constraint entry_kind_check;
  execute format('alter table entry add constraint entry_kind_check check (kind in (%s) or (%s))',
    $kinds$'autoTopUp', 'withdrawal', 'refundRequested', 'refundSent', 'refundFailed', 'refund'$kinds$, v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'posting_account_check';
  alter table posting drop constraint posting_account_check;
  execute format('alter table posting add constraint posting_account_check check (account = %L or (%s))',
    'refunds_due', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'charge_purpose_check';
  alter table charge drop constraint charge_purpose_check;
  execute format('alter table charge add constraint charge_purpose_check check (purpose = %L or (%s))',
    'autoTopUp', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'charge_state_check';
  alter table charge drop constraint charge_state_check;
  execute format('alter table charge add constraint charge_state_check check ((purpose, state) = (%L, %L) or (%s))',
    'autoTopUp', 'succeeded', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'step_kind_check';
  alter table step drop constraint step_kind_check;
  execute format('alter table step add constraint step_kind_check check (kind = %L or (%s))', 'refunded', v_allowed);
end $$;

-- No row: off. The amounts are the driver's own columns, min_balance_cents and default_add_cents.
create table top_up (
  driver_id uuid primary key references driver (driver_id) on delete cascade,
  is_on boolean not null default false,
  -- a calendar month, in the city's time
  ceiling_cents integer not null default 20000 check (ceiling_cents between 100 and 200000),
  -- it was on, and this put it off until the driver turns it on again
  paused text check (paused in ('declined', 'bank_asks', 'no_card')),
  paused_at timestamptz,
  check ((paused is null) = (paused_at is null)),
  check (not (is_on and paused is not null))
);
create trigger not_for_erased before insert on top_up for each row execute function driver_refuse_erased();

-- One time that the wallet fills itself: announced, then charged, then told. The charge's key names it.
create table top_up_run (
  run_id uuid primary key,
  driver_id uuid not null references driver (driver_id),
  amount_cents integer not null check (amount_cents > 0),
  -- the month whose ceiling it counts towards, such as 2026-04
  month text not null check (month ~ '^\d{4}-\d\d$'),
  -- dropped: nothing was taken, for it was not needed or not wanted any more, or the provider did not answer
  state text not null check (state in ('open', 'added', 'declined', 'ceiling', 'dropped')),
  begun_at timestamptz not null,
  ended_at timestamptz,
  check ((state = 'open') = (ended_at is null))
);
-- never two at once, and the ceiling is told once a month
create unique index top_up_run_open on top_up_run (driver_id) where state = 'open';
create unique index top_up_run_ceiling on top_up_run (driver_id, month) where state = 'ceiling';
create index top_up_run_month on top_up_run (driver_id, month);

-- Whatever took money out of a wallet, the job looks whether it is to be filled; a withdrawal is no such thing.
create function top_up_watch() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from top_up join driver using (driver_id)
              where top_up.driver_id = new.driver_id and is_on and new.balance_after_cents < min_balance_cents) then
    insert into due (kind, ref, run_at)
      select 'top-up', new.driver_id, at from entry where entry_id = new.entry_id and kind <> 'withdrawal'
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end if;
  return null;
end $$;
create trigger top_up_watch after insert on posting
  for each row when (new.account = 'wallet' and new.amount_cents < 0) execute function top_up_watch();

-- Money on its way back to a card. The row comes first; then the provider is asked, keyed by its id.
create table refund (
  refund_id uuid primary key,
  -- what was decided at once may go back in parts, each to the payment it came from
  decision_id uuid not null,
  driver_id uuid not null references driver (driver_id),
  purpose text not null check (purpose in ('withdrawal', 'session')),
  session_id text references session (session_id),
  -- none: it went to the wallet
  charge_id uuid references charge (charge_id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  -- who decided
  owner text not null,
  state text not null check (state in ('requested', 'sent', 'arrived', 'failed')),
  provider_reference text unique,
  requested_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  -- by then it is where it goes
  due_at timestamptz not null,
  check ((purpose = 'session') = (session_id is not null)),
  check (purpose = 'session' or charge_id is not null),
  check ((state in ('requested', 'sent')) = (settled_at is null)),
  check (state <> 'sent' or provider_reference is not null)
);
create index refund_driver on refund (driver_id, requested_at desc);
create index refund_charge on refund (charge_id);
create index refund_session on refund (session_id);
create index refund_decision on refund (decision_id);
