-- How a conversation stands, beside it: the desk lists those that wait without reading what was ever said.

alter table conversation
  -- the last place of the driver's, of support's, and up to which it was closed; 0: none
  add column said_seq integer not null default 0 check (said_seq >= 0),
  add column told_seq integer not null default 0 check (told_seq >= 0),
  -- assignment.closed_seq is of the version before alone
  add column closed_seq integer not null default 0 check (closed_seq >= 0);

update conversation set
  said_seq = coalesce((select max(seq) from chat_message as said
                        where said.conversation_id = conversation.conversation_id and sender = 'driver'), 0),
  told_seq = coalesce((select max(seq) from chat_message as told
                        where told.conversation_id = conversation.conversation_id and sender = 'support'), 0),
  closed_seq = coalesce((select assignment.closed_seq from assignment
                          where assignment.conversation_id = conversation.conversation_id), 0);

create function chat_message_stands() returns trigger language plpgsql as $$
begin
  update conversation
     set said_seq = case when new.sender = 'driver' then new.seq else said_seq end,
         told_seq = case when new.sender = 'support' then new.seq else told_seq end
   where conversation_id = new.conversation_id;
  return null;
end $$;
create trigger chat_message_stands after insert on chat_message
  for each row when (new.sender <> 'auto') execute function chat_message_stands();

create index conversation_open on conversation (last_at) where said_seq > closed_seq;
create index conversation_waiting on conversation (last_at) where said_seq > greatest(told_seq, closed_seq);
