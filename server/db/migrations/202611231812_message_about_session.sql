-- A message may be about a session of its driver: a problem that was reported. Messages of before are about none.
alter table chat_message add column session_id text references session_key (session_id);
