-- When a session started, by its id: what refers to a session refers to this table, and finds the month of its row here once sessions
-- are partitioned. Its key keeps an id unique over all months.
create table session_key (
  session_id text primary key,
  started_at timestamptz not null,
  city integer not null default 1
);
alter table session add column city integer not null default 1;
insert into session_key (session_id, started_at) select session_id, started_at from session;

alter table step drop constraint step_session_id_fkey,
  add foreign key (session_id) references session_key (session_id);
alter table refund drop constraint refund_session_id_fkey,
  add foreign key (session_id) references session_key (session_id);
alter table feedback drop constraint feedback_session_id_fkey,
  add foreign key (session_id) references session_key (session_id) on delete cascade;
alter table auto_stay drop constraint auto_stay_session_id_fkey,
  add foreign key (session_id) references session_key (session_id) on delete cascade;
alter table attempt add foreign key (session_id) references session_key (session_id);
