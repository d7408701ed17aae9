-- A driver's customer at the provider belongs to a mode of its keys: test and live customers never meet.
-- Which mode an earlier row is of, the provider is asked when it is first used; so it is with rows of an older version.
alter table card_customer add column mode text not null default 'unknown' check (mode in ('test', 'live', 'unknown'));
alter table card_customer drop constraint card_customer_pkey;
alter table card_customer add primary key (driver_id, provider, mode);
