-- Removes the reasons that staff wrote about a driver whose account is erased. With the owner's rights, for the
-- server's role may not update the desk's log.
create or replace function desk_act_forget_words(p_driver uuid) returns void
language sql security definer set search_path = public, pg_temp as $$
  update desk_act set details = details - 'reason' where details ->> 'driverId' = p_driver::text and details ? 'reason'
$$;

grant execute on function desk_act_forget_words to parkit_app;
