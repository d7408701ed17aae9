-- The keys of partitions by month: they hold the month's column.
create unique index concurrently if not exists chat_message_by_time on chat_message (message_id, said_at);
create index concurrently if not exists chat_message_said on chat_message (conversation_id, said_at);
