-- Browsers that show the time left while their driver is parked. Those of before get reminders alone.
alter table push_subscription add column countdown boolean not null default false;
create index push_subscription_countdown on push_subscription (driver_id) where countdown;
