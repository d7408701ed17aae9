-- Notes in which month the messages of before are, and reads them once, while drivers and support write.
insert into chat_message_key (message_id, conversation_id, seq, sender, key, said_at)
  select message_id, conversation_id, seq, sender, key, said_at
    from chat_message join conversation using (conversation_id)
     -- one that is deleted meanwhile takes its messages along
     for key share of conversation
  on conflict do nothing;
alter table chat_message validate constraint chat_message_first_bound;
alter table attachment validate constraint attachment_message_id_fkey;
