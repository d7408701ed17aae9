-- What operators counted, by zone and hour: what forecasts are learned from. Partitioned by month (UTC); partitions_roll makes the
-- months ahead and drops those that ended 24 months ago.
create table zone_count_hour (
  city integer not null default 1,
  zone_number text not null,
  space_kind text not null default 'general',
  hour timestamptz not null check (extract(epoch from hour)::bigint % 3600 = 0),
  taken_sum bigint not null,
  samples integer not null check (samples > 0),
  taken_min integer not null check (taken_min >= 0),
  taken_max integer not null,
  primary key (city, zone_number, space_kind, hour),
  check (taken_sum between taken_min::bigint * samples and taken_max::bigint * samples)
) partition by range (hour);
revoke delete on zone_count_hour from parkit_app;
do $$
declare
  v_month text := date_trunc('month', now(), 'UTC')::text;
begin
  -- counts of before the upgrade that an operator still reports
  perform partition_add('zone_count_hour', 'zone_count_hour_first', format('for values from (minvalue) to (%L)', v_month));
  perform partition_add('zone_count_hour', 'zone_count_hour_later', format('for values from (%L) to (maxvalue)', v_month));
end $$;
