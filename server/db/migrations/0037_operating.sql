-- What operating it needs: the server may see which migrations ran, and knows which request a job came from.

grant select on migration to parkit_app;

-- the id of the request that scheduled it, for the log; none: SQL did, or a job without one
alter table due add column request_id text check (length(request_id) between 8 and 64);

-- when the provider was last heard, and what is old enough to go
create index card_event_taken on card_event (taken_at);
create index token_expires on token (expires_at);
