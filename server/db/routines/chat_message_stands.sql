-- Keeps on the conversation up to which place the driver and support have written, so that the desk lists those that
-- wait without reading messages.
create or replace function chat_message_stands() returns trigger language plpgsql as $$
begin
  update conversation
     set said_seq = case when new.sender = 'driver' then new.seq else said_seq end,
         told_seq = case when new.sender = 'support' then new.seq else told_seq end
   where conversation_id = new.conversation_id;
  return null;
end $$;

create or replace trigger chat_message_stands after insert on chat_message
  for each row when (new.sender <> 'auto') execute function chat_message_stands();
