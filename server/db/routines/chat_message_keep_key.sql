-- Keeps in which month a message is, and its keys, which hold over all months.
create or replace function chat_message_keep_key() returns trigger language plpgsql as $$
begin
  insert into chat_message_key (message_id, conversation_id, seq, sender, key, said_at)
    values (new.message_id, new.conversation_id, new.seq, new.sender, new.key, new.said_at);
  return null;
end $$;

create or replace trigger chat_message_keep_key after insert on chat_message
  for each row execute function chat_message_keep_key();
