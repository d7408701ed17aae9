-- The provider of the card keys that the servers run with: what a charge, plan, or dispute gets from a version that does not name it.
create or replace function card_provider() returns text
language sql stable security definer set search_path = public, pg_temp as $$ select provider from card_keys $$;

grant execute on function card_provider to parkit_app;
