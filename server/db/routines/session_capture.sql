-- When a session that a card pays ends: decides what to capture of each of its authorizations, the oldest first,
-- and schedules the captures. The rest of each is released.
create or replace function session_capture() returns trigger language plpgsql as $$
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
    insert into job (kind, ref, run_at) values ('capture', v_charge.charge_id, new.ended_at)
    on conflict (kind, ref) do update set run_at = excluded.run_at, attempts = 0;
  end loop;
  if v_left > 0 then raise exception 'No card holds % cents of session %', v_left, new.session_id; end if;
  return null;
end $$;

create or replace trigger session_capture after update of status on session
  for each row when (old.status = 'running' and new.status = 'ended' and new.method_id is not null)
  execute function session_capture();
