-- Payments that a card's owner disputes at his bank: the provider takes them back at once, and gives them again if we win.

-- Several migrations add kinds and accounts, so what was allowed stays allowed, whichever ran before.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'entry_kind_check';
  alter table entry drop constraint entry_kind_check;
  execute format('alter table entry add constraint entry_kind_check check (kind in (%s) or (%s))',
    $kinds$'disputeOpened', 'disputeWon'$kinds$, v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'posting_account_check';
  alter table posting drop constraint posting_account_check;
  execute format('alter table posting add constraint posting_account_check check (account = %L or (%s))',
    'dispute_losses', v_allowed);
end $$;

alter table top_up drop constraint top_up_paused_check;
alter table top_up add constraint top_up_paused_check check (paused in ('declined', 'no_card', 'disputed'));

create table dispute (
  -- the provider's name for it
  dispute_id text primary key,
  driver_id uuid not null references driver (driver_id),
  -- none: a month of a plan
  charge_id uuid references charge (charge_id),
  amount_cents integer not null check (amount_cents > 0),
  -- what of it was still in the wallet that it had filled
  wallet_cents integer not null check (wallet_cents between 0 and amount_cents),
  state text not null check (state in ('open', 'won', 'lost')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null))
);
create index dispute_charge on dispute (charge_id);
create index dispute_driver on dispute (driver_id);
