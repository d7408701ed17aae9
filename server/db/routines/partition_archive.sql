-- Moves a month of sessions with its steps, or of messages, into the archive as it is, all or nothing. Answers null, or why the month
-- stays: something in it may still change. Those who park wait behind its locks for a tenth of a second at a time.
create or replace function partition_archive(p_table text, p_month text) returns text
language plpgsql set search_path = public, pg_temp as $$
declare
  v_tables text[] := case p_table when 'session' then array['session', 'step'] else array[p_table] end;
  v_month text := p_table || '_' || p_month;
  v_table text;
  v_locked text;
  v_open text;
begin
  create schema if not exists archive;
  if p_table = 'session' then
    -- the whole month is read before anybody waits: neither comes back
    execute format($check$
      select case
        when exists (select from %1$I where status in ('pending', 'running') or payment = 'pending')
          then 'a session runs or is not paid yet'
        when exists (select from %1$I where plate_key not like 'hashed %%' and plate_key not like 'erased %%')
          then 'a plate is not hashed yet' end $check$, v_month) into v_open;
    if v_open is not null then return v_open; end if;
  end if;

  -- what a row refers to as well, for to detach a partition locks it
  select 'only ' || string_agg(format('%I', name), ', only ') into v_locked from (
    select distinct pg_class.relname from pg_constraint join pg_class on pg_class.oid = confrelid
     where contype = 'f' and conrelid = any(v_tables::regclass[])
    union select unnest(array[name, name || '_' || p_month, 'archived_' || name]) from unnest(v_tables) as name) as each (name);
  for v_attempt in 1..100 loop
    begin
      set local lock_timeout = '100ms';
      execute format('lock table %s in access exclusive mode', v_locked);
      exit;
    exception when lock_not_available then
      if v_attempt = 100 then return 'its tables were in use whenever it was tried'; end if;
    end;
    perform pg_sleep(0.05);
  end loop;

  execute format(case p_table when 'session' then $check$
      select case
        when exists (
          select from (
            -- what is under way has its job
            select session_id from job join refund on refund_id = ref::uuid where job.kind = 'refund'
            union all select session_id from job join charge on charge_id = ref::uuid where job.kind in ('charge', 'capture')
            union all select session_id from dispute join charge using (charge_id) where dispute.state = 'open'
            union all select subject from proposal where state = 'open') as open join %1$I using (session_id))
          then 'a payment, a refund, or a dispute is under way' end $check$
    else $check$
      select case
        when exists (
          select from conversation join chat_message_key as said using (conversation_id) join %1$I using (message_id, said_at)
           where (told_seq > read_seq and said.sender = 'support' and said.seq > read_seq)
              or (said_seq > closed_seq and said.sender = 'driver' and said.seq > closed_seq))
          then 'a message is unread, or its conversation open' end $check$ end, v_month) into v_open;
  if v_open is not null then return v_open; end if;

  foreach v_table in array v_tables loop
    v_month := v_table || '_' || p_month;
    execute format('alter table %I detach partition %I', v_table, v_month);
    execute format('alter table %I set schema archive', v_month);
    execute format('alter table archive.%I inherit %I', v_month, 'archived_' || v_table);
  end loop;
  return null;
end $$;
