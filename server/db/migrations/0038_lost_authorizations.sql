-- An authorisation that the bank took back before it was captured, and that another one made good.
do $$
declare
  v_allowed text;
begin
  select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint where conname = 'charge_state_check';
  alter table charge drop constraint charge_state_check;
  execute format('alter table charge add constraint charge_state_check check ((purpose, state) = (%L, %L) or (%s))',
    'session', 'replaced', v_allowed);
end $$;

-- those of before are asked for once more as well
insert into due (kind, ref, run_at)
  select 'collect', charge_id || ' 1', settled_at from charge where state = 'lost' and capture_cents > 0
on conflict do nothing;
