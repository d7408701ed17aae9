-- The one change that the desk's log allows: the reason that staff wrote about a driver whose account is erased goes.
create or replace function desk_act_refuse_update() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and new.details = old.details - 'reason'
     and exists (select from driver where driver_id = (old.details ->> 'driverId')::uuid and erased_at is not null)
  then return new; end if;
  raise exception 'The desk''s log is append-only: % on % refused', tg_op, tg_table_name;
end $$;

create or replace trigger desk_act_keeps before update on desk_act for each row execute function desk_act_refuse_update();
