-- In which month a message of a conversation is, by its id: what refers to a message refers to this table, and its keys hold over all
-- months once messages are partitioned. A trigger writes it, so that a process of the version before goes on. And the instant
-- before which the messages of now were sent, at least a week ahead, so that none meets it before the table becomes the first partition.
do $$
declare
  v_until timestamptz := (
    select date_trunc('month', greatest(now() + interval '1 week', max(last_at)), 'UTC') + interval '1 month' from conversation);
begin
  execute format('alter table chat_message add constraint chat_message_first_bound check (said_at < %L) not valid', v_until);
end $$;

create table chat_message_key (
  message_id uuid primary key,
  conversation_id uuid not null references conversation (conversation_id) on delete cascade,
  seq integer not null,
  sender text not null,
  -- of whoever sent it; see chat_message
  key text,
  said_at timestamptz not null,
  unique (conversation_id, seq),
  unique (conversation_id, sender, key)
);
revoke update, delete, truncate on chat_message_key from parkit_app;

create function chat_message_keep_key() returns trigger language plpgsql as $$
begin
  insert into chat_message_key (message_id, conversation_id, seq, sender, key, said_at)
    values (new.message_id, new.conversation_id, new.seq, new.sender, new.key, new.said_at);
  return null;
end $$;
create trigger chat_message_keep_key after insert on chat_message for each row execute function chat_message_keep_key();

alter table attachment drop constraint attachment_message_id_fkey,
  add constraint attachment_message_id_fkey
    foreign key (message_id) references chat_message_key (message_id) on delete cascade not valid;
