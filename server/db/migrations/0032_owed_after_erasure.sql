-- Money that comes back for a driver who has deleted his account: owed to him still, and no wallet holds it.

-- Several migrations add kinds and accounts, so what was allowed stays allowed, whichever ran before.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'entry_kind_check';
  alter table entry drop constraint entry_kind_check;
  execute format('alter table entry add constraint entry_kind_check check (kind in (%s) or (%s))',
    $kinds$'planRefundRequested', 'leftBehind'$kinds$, v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'posting_account_check';
  alter table posting drop constraint posting_account_check;
  execute format('alter table posting add constraint posting_account_check check (account = %L or (%s))',
    'unclaimed', v_allowed);
end $$;

-- a month of a plan that was charged after its account was gone, by the provider's name of its payment
alter table refund add column payment_reference text;
alter table refund drop constraint refund_purpose_check;
alter table refund add constraint refund_purpose_check check (purpose in ('withdrawal', 'session', 'plan'));
alter table refund drop constraint refund_check1;
alter table refund add check (purpose <> 'withdrawal' or charge_id is not null);
alter table refund add check ((purpose = 'plan') = (payment_reference is not null));
alter table refund add check (payment_reference is null or charge_id is null);
create unique index refund_payment on refund (payment_reference) where payment_reference is not null;

-- what stands in wallets of accounts that are gone
select ledger_post('leftBehind', erased_at, driver_id, null, driver_id::text,
                   array['wallet', 'unclaimed'], array[-balance_cents, balance_cents])
  from wallet join driver using (driver_id) where erased_at is not null and balance_cents > 0;
