-- Refuses a new row of a driver whose account is erased. A request that runs while the account is being erased waits
-- for it here.
create or replace function driver_refuse_erased() returns trigger language plpgsql as $$
begin
  perform from driver where driver_id = new.driver_id and erased_at is null for key share;
  if not found and new.driver_id is not null then
    raise exception 'unauthorized' using errcode = 'PK000';
  end if;
  return new;
end $$;

-- Every table of a driver's own data. Only missing triggers are created, for that locks the table.
do $$
declare
  v_table regclass;
begin
  foreach v_table in array array[
    'attachment', 'attempt', 'callback', 'card_customer', 'charge', 'conversation', 'data_export', 'driver_photo',
    'feedback', 'notice_choice', 'parking_options', 'passkey', 'push_subscription', 'reminder_time', 'saved_place', 'session',
    'session_share', 'subscription',
    'support_email', 'token',
    'top_up', 'usual_cleared', 'vehicle'
  ]::regclass[] loop
    if not exists (select from pg_trigger where tgrelid = v_table and tgname = 'not_for_erased') then
      execute format(
        'create trigger not_for_erased before insert on %s for each row execute function driver_refuse_erased()', v_table);
    end if;
  end loop;
end $$;
