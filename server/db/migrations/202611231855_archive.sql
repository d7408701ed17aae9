-- The archive: old months of sessions, of their steps, and of messages as they are, in a schema of their own, outside the partitions
-- through which statements look. Each inherits from one of these tables, through which it is read, made anonymous, and deleted. They
-- check nothing: what a month was checked for when it was written stays with it, and is not what a later version checks.
create table archived_session (like session including all excluding constraints);
alter table archived_session
  add foreign key (driver_id) references driver (driver_id),
  add foreign key (vehicle_id) references vehicle (vehicle_id) on delete set null;
create table archived_step (like step including all excluding constraints);
alter table archived_step add foreign key (session_id) references session_key (session_id);
create table archived_chat_message (like chat_message including all excluding constraints);
alter table archived_chat_message
  add foreign key (conversation_id) references conversation (conversation_id) on delete cascade;
revoke insert, delete, truncate on archived_session from parkit_app;
revoke insert, update, delete, truncate on archived_step, archived_chat_message from parkit_app;
