-- What drivers say of a session or of the app, in stars and words.

create table feedback (
  feedback_id uuid primary key,
  driver_id uuid not null references driver (driver_id) on delete cascade,
  -- none: about the app
  session_id text references session (session_id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  words text not null check (length(words) <= 2000),
  sent_at timestamptz not null
);
-- a session has one, the latest; the app may have many
create unique index feedback_session on feedback (driver_id, session_id);
create index feedback_sent_at on feedback (sent_at);
