-- Names an engineer searches for: the table `due` becomes `job`, `once` becomes `idempotency`. Functions live in db/routines from here
-- on, which are applied after the migrations: those that name the two tables, or have another name there, are dropped here.

drop trigger due_wake on due;
drop trigger top_up_watch on posting;
drop trigger session_capture on session;
drop trigger session_plan_extension on session;
drop trigger session_plan_notices on session;
drop trigger session_tell on session;
drop trigger money_tell on session;
drop trigger money_tell on wallet;
drop trigger money_tell on refund;
drop trigger token_tell on token;
drop function due_wake, top_up_watch, session_capture, session_plan_extension, session_plan_notices, auto_extend_plan,
  session_tell, money_tell, token_tell, once_claim, parking_start, parking_extend, parking_stop, parking_end_due;

alter table due rename to job;
alter table job rename constraint due_pkey to job_pkey;
alter table job rename constraint due_request_id_check to job_request_id_check;
alter index due_kind rename to job_kind;

alter table once rename to idempotency;
alter table idempotency rename column driver_id to caller_id;
alter table idempotency rename constraint once_pkey to idempotency_pkey;
alter table idempotency rename constraint once_driver_id_fkey to idempotency_caller_id_fkey;
alter index once_at rename to idempotency_at;

-- Each text that a file in db/routines has had here, the newest last.
create table routine (
  number integer generated always as identity primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  unique (name, checksum)
);
revoke insert, update, delete on routine from parkit_app;
