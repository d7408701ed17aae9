-- Messages in partitions by the month in which they were sent. The table becomes the first partition as it is: one short lock.
-- That an id, a place, and a key are of one message alone is held by chat_message_key.
do $$
begin
  for v_attempt in 1..100 loop
    begin
      set local lock_timeout = '100ms';
      lock table conversation, chat_message in access exclusive mode;
      exit;
    exception when lock_not_available then
      if v_attempt = 100 then raise; end if;
    end;
    perform pg_sleep(0.05);
  end loop;
end $$;
alter table chat_message drop constraint chat_message_pkey,
  drop constraint chat_message_conversation_id_seq_key,
  drop constraint chat_message_conversation_id_sender_key_key,
  add constraint chat_message_first_pkey primary key using index chat_message_by_time;
drop index chat_message_recent;
alter index chat_message_said rename to chat_message_first_said;
drop trigger chat_message_stands on chat_message;
drop trigger chat_message_keep_key on chat_message;

alter table chat_message rename to chat_message_first;
create table chat_message (like chat_message_first including defaults including constraints including storage)
  partition by range (said_at);
alter table chat_message drop constraint chat_message_first_bound,
  add constraint chat_message_pkey primary key (message_id, said_at),
  add constraint chat_message_conversation_id_fkey
    foreign key (conversation_id) references conversation (conversation_id) on delete cascade;
create index chat_message_said on chat_message (conversation_id, said_at);
do $$
declare
  v_until text := (
    select substring(pg_get_constraintdef(oid) from '''(.*)''') from pg_constraint
     where conname = 'chat_message_first_bound' and conrelid = 'chat_message_first'::regclass);
begin
  execute format('alter table chat_message attach partition chat_message_first for values from (minvalue) to (%L)', v_until);
  alter table chat_message_first drop constraint chat_message_first_bound;
  perform partition_add('chat_message', 'chat_message_later', format('for values from (%L) to (maxvalue)', v_until));
end $$;
create trigger chat_message_stands after insert on chat_message
  for each row when (new.sender <> 'auto') execute function chat_message_stands();
create trigger chat_message_keep_key after insert on chat_message for each row execute function chat_message_keep_key();
revoke all on chat_message_first from parkit_app;
