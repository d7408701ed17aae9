-- A session stopped for free within its first minute is marked, so that free cancels are counted: once a day for a plate in a
-- zone, three times a day for an account. A constant default rewrites no row.
alter table session add column free_cancel boolean not null default false;
