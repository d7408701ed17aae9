-- A closure that reaches into a running session cuts it, once: what was cut, and what went back to who paid. A session that was cut may
-- move once more than others. A constant default rewrites no row.
alter table session add column moves_given smallint not null default 0;
alter table archived_session add column if not exists moves_given smallint not null default 0;

create table closure_cut (
  override_id uuid not null,
  session_id text not null references session_key (session_id),
  -- the end before and after
  was_until timestamptz not null,
  until_at timestamptz not null,
  at timestamptz not null,
  refund_cents integer not null check (refund_cents >= 0),
  -- when the driver was told that the closure is off
  called_off_at timestamptz,
  primary key (override_id, session_id, at),
  check (until_at < was_until)
);
create index closure_cut_session on closure_cut (session_id, at desc);
revoke delete on closure_cut from parkit_app;

-- Rows of before need no second look. A partition that was attached has the check as its own as well.
do $$
declare
  v_table text;
  v_kind text;
  v_partition regclass;
  v_allowed text;
begin
  for v_table, v_kind in values ('step', 'closed'), ('entry', 'closureRefund') loop
    select pg_get_expr(conbin, conrelid) into v_allowed from pg_constraint
     where conrelid = v_table::regclass and conname = v_table || '_kind_check';
    execute format('alter table %I drop constraint %I', v_table, v_table || '_kind_check');
    for v_partition in select inhrelid::regclass from pg_inherits where inhparent = v_table::regclass loop
      execute format('alter table %s drop constraint if exists %I', v_partition, v_table || '_kind_check');
    end loop;
    execute format('alter table %I add constraint %I check (kind = %L or (%s)) not valid',
      v_table, v_table || '_kind_check', v_kind, v_allowed);
  end loop;
end $$;
