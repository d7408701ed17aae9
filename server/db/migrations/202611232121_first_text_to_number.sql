-- Which numbers have had a text message, by hash: the first one says how to stop them, in the reader's language.
create table texted_number (
  number_hash bytea primary key,
  first_at timestamptz not null
);
create index texted_number_first_at on texted_number (first_at);
alter table outbox add column language text not null default 'en' check (language in ('en', 'es', 'hi'));
