-- The mode of the card keys that the servers run with: what a charge, plan, or dispute gets from a version that does not name it.
create or replace function card_mode() returns text
language sql stable security definer set search_path = public, pg_temp as $$ select mode from card_keys $$;

grant execute on function card_mode to parkit_app;
