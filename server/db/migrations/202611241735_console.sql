-- A city's own staff, what they did, and what needs a second person; whoever works for a city sees the rows of that city alone.
do $$
begin
  begin
    create role parkit_city nologin;
  exception
    -- another database of this PostgreSQL has made it, now or before
    when duplicate_object or unique_violation then null;
    when insufficient_privilege then
      if not exists (select from pg_roles where rolname = 'parkit_city') then
        raise exception 'ParkIt needs the role parkit_city, and % may not create roles', current_user
          using hint = format('As an administrator run: create role parkit_city nologin; grant parkit_city to %I;', current_user);
      end if;
  end;
  if not pg_has_role(current_user, 'parkit_city', 'set') then
    begin
      execute format('grant parkit_city to %I with inherit true, set true', current_user);
    exception when insufficient_privilege then
      raise exception 'ParkIt takes on the role parkit_city, and % may not', current_user
        using hint = format('As an administrator run: grant parkit_city to %I;', current_user);
    end;
  end if;
end $$;
grant usage on schema public to parkit_city;

-- in setup a city's prices need one person; existing cities are live
alter table city add column state text not null default 'live' check (state in ('setup', 'live', 'paused'));

-- null: not of the support desk
alter table staff alter column role drop not null, alter column role drop default;

create table staff_city (
  staff_id uuid not null references staff,
  city integer not null references city (city_id),
  roles text[] not null
    check (cardinality(roles) > 0 and roles <@ array['owner', 'rates', 'money', 'permits', 'officer', 'viewer']),
  invited_by text not null check (invited_by <> ''),
  at timestamptz not null,
  removed_at timestamptz check (removed_at >= at),
  primary key (staff_id, city)
);
create index staff_city_city on staff_city (city);
revoke delete on staff_city from parkit_app;

-- It was always null: only the desk's refunds were proposed so far.
alter table proposal drop column city, drop constraint proposal_kind_check;
alter table proposal
  -- none: ParkIt's own desk
  add column city integer references city (city_id),
  alter column amount_cents drop not null,
  add constraint proposal_kind_check check (kind in ('refund', 'places', 'rate', 'live')),
  add check ((kind = 'refund') = (city is null)),
  add check ((kind = 'refund') = (amount_cents is not null));
create index proposal_city on proposal (city, at desc, proposal_id) where city is not null;
create index proposal_subject on proposal (city, kind, subject) where state = 'open';

create table act (
  act_id bigint generated always as identity primary key,
  at timestamptz not null,
  -- none: ParkIt itself
  city integer references city (city_id),
  -- command: whoever runs commands on the machine, by the name given there
  actor_kind text not null check (actor_kind in ('staff', 'command')),
  actor_id uuid references staff,
  actor_name text not null check (actor_name <> ''),
  kind text not null check (kind <> ''),
  subject text not null,
  before jsonb,
  after jsonb,
  reason text,
  proposal_id uuid references proposal,
  request_id text,
  check ((actor_kind = 'staff') = (actor_id is not null))
);
create index act_city on act (city, act_id desc);
create index act_subject on act (city, subject, act_id desc);
create index act_actor on act (actor_id);
create index act_proposal on act (proposal_id);
revoke update, delete, truncate on act from parkit_app;

alter table override add foreign key (proposal_id) references proposal not valid;
alter table import_run
  -- how the file is read: mapping, attribution, and the like
  add column reading jsonb not null default '{}' check (jsonb_typeof(reading) = 'object'),
  add column error text,
  drop constraint import_run_state_check,
  add constraint import_run_state_check check (state in ('read', 'checking', 'checked', 'published', 'undone', 'failed'));

-- The parts of uploaded files, until they are checked.
create table import_file (
  import_id uuid not null references import_run on delete cascade,
  -- the file itself, one beside it, or a table that the mapping joins, by its name
  role text not null check (role in ('file', 'with', 'join')),
  name text not null,
  part integer not null check (part >= 0),
  bytes bytea not null,
  primary key (import_id, role, name, part)
);

-- Calls that staff make once for their key, with the first answer.
create table staff_idempotency (
  staff_id uuid not null references staff,
  key text not null check (length(key) between 1 and 255),
  call text not null,
  input_hash bytea not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (staff_id, key)
);

-- What runs with its owner's rights, as the ledger does, is for the server's own role: by default anybody may call a function.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to parkit_app;
do $$
declare
  f regprocedure;
begin
  for f in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to parkit_app', f);
  end loop;
end $$;

create function city_now() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('parkit.city', true), '')::integer $$;

grant execute on function city_now to parkit_city;

do $$
declare
  t text;
begin
  foreach t in array array['zone', 'zone_history', 'source', 'import_run', 'rule_book', 'day_list', 'day_list_day', 'override',
                           'override_zone', 'staff_city', 'proposal', 'act', 'change'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy all_cities on %I to parkit_app using (true) with check (true)', t);
    execute format('create policy own_city on %I to parkit_city using (city = city_now()) with check (city = city_now())', t);
  end loop;
  foreach t in array array['city', 'staff', 'import_row', 'import_file', 'proposal_vote'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy all_cities on %I to parkit_app using (true) with check (true)', t);
  end loop;
end $$;
create policy own_city on city to parkit_city using (city_id = city_now()) with check (city_id = city_now());
create policy own_city on import_row to parkit_city
  using (import_id in (select import_id from import_run where city = city_now()))
  with check (import_id in (select import_id from import_run where city = city_now()));
create policy own_city on import_file to parkit_city
  using (import_id in (select import_id from import_run where city = city_now()))
  with check (import_id in (select import_id from import_run where city = city_now()));
create policy own_city on proposal_vote to parkit_city
  using (proposal_id in (select proposal_id from proposal where city = city_now()))
  with check (proposal_id in (select proposal_id from proposal where city = city_now()));
-- those who work for the city, and the desk's leads, who may be its second person
create policy own_city on staff to parkit_city
  using (role = 'lead' or staff_id in (select staff_id from staff_city where city = city_now()));

grant select on city, zone, zone_history, source, import_run, import_row, import_file, rule_book, day_list, day_list_day, override,
  override_zone, staff_city, proposal, proposal_vote, act to parkit_city;
grant select (staff_id, email, name, role, removed_at) on staff to parkit_city;
grant insert on zone, zone_history, source, import_run, import_row, import_file, rule_book, day_list, day_list_day, override, override_zone,
  proposal, proposal_vote, act, change to parkit_city;
grant update on zone, source, import_run, import_row, rule_book, day_list, day_list_day, override, proposal to parkit_city;
grant update (hash, bounds, named_places, state) on city to parkit_city;
grant delete on import_file, override_zone to parkit_city;
