-- Sessions that a card pays: the price is authorised before the start, and what was used is captured after the end.

-- Several migrations add kinds and accounts, so what was allowed stays allowed, whichever ran before.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'entry_kind_check';
  alter table entry drop constraint entry_kind_check;
  execute format('alter table entry add constraint entry_kind_check check (kind = %L or (%s))', 'captured', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'posting_account_check';
  alter table posting drop constraint posting_account_check;
  execute format('alter table posting add constraint posting_account_check check (account = %L or (%s))',
    'card_receivable', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'charge_purpose_check';
  alter table charge drop constraint charge_purpose_check;
  execute format('alter table charge add constraint charge_purpose_check check (purpose = %L or (%s))',
    'session', v_allowed);

  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'charge_state_check';
  alter table charge drop constraint charge_state_check;
  execute format('alter table charge add constraint charge_state_check check ((purpose = %L and state in (%s)) or (%s))',
    'session', $states$'held', 'capturing', 'captured', 'released', 'lost'$states$, v_allowed);
end $$;

-- none: not for a session. The session begins under this id once the authorisation stands.
alter table charge add column session_id text;
-- as a receipt names the card: Visa •••• 4242
alter table charge add column method_name text;
-- what is to be captured, the rest is released; known when the session is over
alter table charge add column capture_cents integer check (capture_cents between 0 and amount_cents);
-- the driver's bank asked the driver
alter table charge add column bank_asked boolean not null default false;
-- nobody pressed a button for it, so nobody can answer the bank
alter table charge add column off_session boolean not null default false;
alter table charge add check ((purpose = 'session') = (session_id is not null));
alter table charge add check (capture_cents is not null or state not in ('capturing', 'captured', 'lost'));
create index charge_session on charge (session_id) where session_id is not null;

-- none: the wallet pays
alter table session add column method_id text;
-- what its card has come to: none where the wallet paid
alter table session add column payment text check (payment in ('pending', 'paid', 'failed'));
alter table session add check ((method_id is null) = (payment is null));

-- Whatever ends a session, in the same transaction it is decided what each of its authorisations gives: the oldest first.
create function session_capture() returns trigger language plpgsql as $$
declare
  v_left integer := new.parking_cents + new.fee_cents - new.refunded_cents;
  v_charge charge;
begin
  for v_charge in
    select * from charge where session_id = new.session_id and state = 'held' order by asked_at, charge_id for update
  loop
    update charge set state = 'capturing', capture_cents = least(v_left, v_charge.amount_cents)
     where charge_id = v_charge.charge_id;
    v_left := v_left - least(v_left, v_charge.amount_cents);
    insert into due (kind, ref, run_at) values ('capture', v_charge.charge_id, new.ended_at)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end loop;
  if v_left > 0 then raise exception 'No card holds % cents of session %', v_left, new.session_id; end if;
  return null;
end $$;
create trigger session_capture after update of status on session
  for each row when (old.status = 'running' and new.status = 'ended' and new.method_id is not null)
  execute function session_capture();
