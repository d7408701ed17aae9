-- What staff wrote about a driver goes with his account: who did what, when and for how much stays in the desk's log.

create index desk_act_words on desk_act ((details ->> 'driverId')) where details ? 'reason';

drop trigger desk_act_append_only on desk_act;
create trigger desk_act_append_only before delete or truncate on desk_act
  for each statement execute function desk_act_refuse_change();

create function desk_act_refuse_update() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'details' = to_jsonb(old) - 'details' and new.details = old.details - 'reason'
     and exists (select from driver where driver_id = (old.details ->> 'driverId')::uuid and erased_at is not null)
  then return new; end if;
  raise exception 'The desk''s log is append-only: % on % refused', tg_op, tg_table_name;
end $$;
create trigger desk_act_keeps before update on desk_act for each row execute function desk_act_refuse_update();

-- the only change there is, and the server's only way to it
create function desk_act_forget_words(p_driver uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update desk_act set details = details - 'reason' where details ->> 'driverId' = p_driver::text and details ? 'reason'
$$;
grant execute on function desk_act_forget_words to parkit_app;

select desk_act_forget_words(driver_id) from driver where erased_at is not null;
