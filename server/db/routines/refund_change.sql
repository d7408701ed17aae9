-- A refund was requested, or its state changed: for the driver's screens.
create or replace function refund_change() returns trigger language plpgsql as $$
begin
  insert into change (topic, driver_id, ref) values ('money', new.driver_id, new.refund_id);
  return null;
end $$;

create or replace trigger refund_change after insert or update of state on refund
  for each row execute function refund_change();
