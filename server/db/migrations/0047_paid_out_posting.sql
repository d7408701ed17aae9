-- What left ParkIt by a bank transfer, not by the card provider. Rows of before need no second look.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'posting_account_check';
  alter table posting drop constraint posting_account_check;
  execute format('alter table posting add constraint posting_account_check check (account = %L or (%s)) not valid',
    'paid_by_hand', v_allowed);
end $$;
