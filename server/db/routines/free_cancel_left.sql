-- Whether an account, and a plate in a zone, whoever it was that parked it, have a free cancel left since then. A stop within the first
-- minute is the free one while any is left, so the oldest sessions since then are read first, and few. An account's count in all cities,
-- of which none lets a stop be free later than an hour after the start.
create or replace function free_cancel_left(
  p_driver_id uuid, p_plate_key text, p_city integer, p_zone_number text, p_since timestamptz,
  p_early interval, p_most_of_account integer, p_most_of_plate integer
) returns boolean language plpgsql stable as $$
begin
  return (select count(*) < p_most_of_plate from (
            select from session
             where plate_key = p_plate_key and city = p_city and zone_number = p_zone_number and started_at > p_since - p_early
               and free_cancel and ended_at >= p_since
             order by started_at limit p_most_of_plate) as of_plate)
     and (select count(*) < p_most_of_account from (
            select from session
             where driver_id = p_driver_id and started_at > p_since - interval '1 hour' and free_cancel and ended_at >= p_since
             order by started_at limit p_most_of_account) as of_account);
end $$;

-- For servers of the version before, which know one city.
create or replace function free_cancel_left(
  p_driver_id uuid, p_plate_key text, p_zone_number text, p_since timestamptz,
  p_early interval, p_most_of_account integer, p_most_of_plate integer
) returns boolean language sql stable as $$
  select free_cancel_left(p_driver_id, p_plate_key, 1, p_zone_number, p_since, p_early, p_most_of_account, p_most_of_plate)
$$;
