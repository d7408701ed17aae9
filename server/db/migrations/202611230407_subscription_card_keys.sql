-- With which keys of the card provider a plan was made; a driver has one current plan of each.
alter table subscription add column provider text not null default card_provider(), add column mode text not null default card_mode();
drop index subscription_one;
create unique index subscription_one on subscription (driver_id, provider, mode)
  where state in ('pending', 'active', 'grace', 'cancelling', 'ending');
