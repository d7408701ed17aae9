-- A city that was written without terms gets the usual ones; from now on the trigger city_has_terms sees to it.
insert into city_terms (city, version, in_force_from, service_fee_cents, free_cancel_seconds, free_cancels_plate_zone_day,
                        free_cancels_account_day, auto_extend_minutes, history_days, made_by, made_at)
  select city_id, 1, 'epoch', 35, 60, 1, 3, 15, 730, 'ParkIt', now() from city
   where not exists (select from city_terms where city = city_id);
