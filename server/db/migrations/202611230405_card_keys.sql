-- The keys of the card provider that the servers run with, kept at each start. The migrations after this one mark every charge,
-- plan, and dispute with the keys it was made with; the migrating process says what those of the existing rows are.
create table card_keys (
  is_only boolean primary key default true check (is_only),
  provider text not null check (provider in ('sandbox', 'stripe')),
  mode text not null check (mode in ('test', 'live'))
);
do $$ begin
  if current_setting('parkit.card_provider', true) is null and exists (select from charge) then
    raise exception 'Which keys the existing charges were made with is not known'
      using hint = 'Let the server or a command of ParkIt migrate this database.';
  end if;
end $$;
insert into card_keys (provider, mode) values
  (coalesce(current_setting('parkit.card_provider', true), 'sandbox'), coalesce(current_setting('parkit.card_mode', true), 'test'));

-- What a row of the version before gets, which does not name the keys. Stable: the rows of a table are not rewritten for it.
create function card_provider() returns text language sql stable security definer set search_path = public, pg_temp
  as $$ select provider from card_keys $$;
create function card_mode() returns text language sql stable security definer set search_path = public, pg_temp
  as $$ select mode from card_keys $$;
