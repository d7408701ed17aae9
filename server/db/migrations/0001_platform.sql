-- The server's own role (D-99), the secrets it signs with, and the table of what is due.

-- The server connects as the owner and takes this role on, so that it can do no more than the grants below.
do $$
begin
  begin
    create role parkit_app nologin;
  exception
    -- another database of this PostgreSQL has made it, now or before
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
      if not exists (select from pg_roles where rolname = 'parkit_app') then
        raise exception 'ParkIt needs the role parkit_app, and % may not create roles', current_user
          using hint = format('As an administrator run: create role parkit_app nologin; grant parkit_app to %I;', current_user);
      end if;
  end;
  if not pg_has_role(current_user, 'parkit_app', 'set') then
    begin
      execute format('grant parkit_app to %I with inherit true, set true', current_user);
    exception when insufficient_privilege then
      raise exception 'ParkIt takes on the role parkit_app, and % may not', current_user
        using hint = format('As an administrator run: grant parkit_app to %I;', current_user);
    end;
  end if;
end $$;

grant usage on schema public to parkit_app;
-- for every table that a later migration makes; the ledger takes some of it back
alter default privileges in schema public grant select, insert, update, delete on tables to parkit_app;
alter default privileges in schema public grant usage, select on sequences to parkit_app;

create table secret (
  name text primary key,
  value bytea not null
);
-- four random uuids hold 488 random bits: more than the 256 that are kept
insert into secret (name, value)
  select name, sha256(string_agg(uuid_send(gen_random_uuid()), ''::bytea))
    from unnest(array['quote', 'signing']) as name, generate_series(1, 4) group by name;
revoke insert, update, delete on secret from parkit_app;

-- What must happen, and when. A row is claimed by locking it and is gone once its effect is committed.
create table due (
  kind text not null,
  ref text not null,
  run_at timestamptz not null,
  -- how often it failed so far
  attempts integer not null default 0,
  primary key (kind, ref)
);
create index due_run_at on due (run_at);

create function due_wake() returns trigger language plpgsql as $$
begin
  notify due;
  return null;
end $$;
-- Only what is due at once wakes the servers: a notification holds up every other commit for a moment, and they look each second anyway.
create trigger due_wake after insert or update of run_at on due
  for each row when (new.run_at <= now() + interval '1 second') execute function due_wake();
