-- A call-back is made in the hours and the time of a city; those of before, in those of the first one. Which hours a city has is its own, so
-- that a row says no more than that it is a quarter of an hour.
alter table callback
  add column city integer references city (city_id),
  drop constraint callback_call_date_check,
  drop constraint callback_call_time_check,
  add constraint callback_call_time_check
    check (extract(minute from call_time)::integer % 15 = 0 and extract(second from call_time) = 0);
