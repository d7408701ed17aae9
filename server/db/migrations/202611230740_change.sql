-- What changed, for the caches, streams and jobs of every process: rows written in the transaction of the change, read by
-- their transaction's number. Replaces notifications sent in that transaction, for which PostgreSQL commits one at a time.
create table change (
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now(),
  topic text not null,
  city integer,
  zone_number text,
  driver_id uuid,
  ref text,
  constraint change_topic_check check (topic in ('session', 'money', 'right', 'zone', 'rules', 'override', 'terms',
    'count', 'sign_in', 'chat', 'desk', 'due', 'proposal'))
) partition by range (at);
create index change_xid on change (xid);
-- change_roll makes a partition for each day; a payment never fails for the lack of one
create table change_other partition of change default;
revoke update, delete on change from parkit_app;
revoke all on change_other from parkit_app;

-- A restored database has another one: who remembers the number of a transaction of the former reads everything again.
create table feed_epoch (epoch uuid not null default gen_random_uuid());
create unique index feed_epoch_one on feed_epoch ((true));
revoke insert, update, delete on feed_epoch from parkit_app;
insert into feed_epoch default values;

drop function if exists session_notify, money_notify, token_notify cascade;
