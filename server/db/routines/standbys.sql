-- Whether commits wait for a standby, and how many confirm them: null where the owner lacks pg_read_all_stats and sees none.
create or replace function standbys(out required boolean, out confirming integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select current_setting('synchronous_standby_names') <> '',
         case when pg_has_role('pg_read_all_stats', 'usage')
              then (select count(*)::integer from pg_stat_replication
                     where state = 'streaming' and sync_state in ('sync', 'quorum')) end
$$;

grant execute on function standbys to parkit_app;
