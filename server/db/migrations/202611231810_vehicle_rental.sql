-- A rental or borrowed car, which leaves the account by itself; none: it stays.
alter table vehicle add column rental_until timestamptz;
