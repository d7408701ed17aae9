-- A running session may change its zone once and its plate once. The session's row is the present state; what was before is a segment.
-- Constant defaults rewrite no row.
alter table session
  add column moves smallint not null default 0,
  add column plate_changes smallint not null default 0,
  -- from when its present zone is paid for; none: from its start
  add column part_from_at timestamptz;

create table segment (
  session_id text not null references session_key (session_id),
  seq integer not null,
  driver_id uuid not null references driver (driver_id),
  city integer not null default 1,
  -- what ended it
  kind text not null check (kind in ('moved', 'plateChanged')),
  zone_number text not null,
  place jsonb not null,
  tariff_id text not null,
  tariff_version integer not null,
  plate_key text not null,
  vehicle jsonb not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- paid for in its zone; a change of the plate ends no payment
  minutes integer not null check (minutes >= 0),
  parking_cents integer not null check (parking_cents >= 0),
  primary key (session_id, seq)
);
create index segment_driver on segment (driver_id, plate_key, zone_number, to_at desc);

-- Rows of before need no second look. A partition that was attached has the check as its own as well.
do $$
declare
  v_table text;
  v_partition regclass;
  v_allowed text;
  v_kinds text[];
begin
  for v_table, v_kinds in values ('step', array['moved', 'plateChanged']), ('entry', array['movedOut', 'movedIn']) loop
    select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint
     where conrelid = v_table::regclass and conname = v_table || '_kind_check';
    execute format('alter table %I drop constraint %I', v_table, v_table || '_kind_check');
    for v_partition in select inhrelid::regclass from pg_inherits where inhparent = v_table::regclass loop
      execute format('alter table %s drop constraint if exists %I', v_partition, v_table || '_kind_check');
    end loop;
    execute format('alter table %I add constraint %I check (kind = any (%L::text[]) or (%s)) not valid',
      v_table, v_table || '_kind_check', v_kinds, v_allowed);
  end loop;
end $$;
