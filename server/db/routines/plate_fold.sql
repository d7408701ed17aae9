-- A plate's letters and digits without its state, those that look alike as one: 0ODQ 1I 2Z 5S 8B 6G.
create or replace function plate_fold(p_plate_key text) returns text language sql immutable parallel safe as $$
  select coalesce(translate(substring(p_plate_key from '[A-Z0-9]+$'), 'ODQIZSBG', '00012586'), '')
$$;
