-- No reference is posted twice for one kind: held by a table of its own, for a unique key of entries that are partitioned by their
-- number would have to hold the number too. Most entries have no reference and no row here.
create table entry_reference (
  kind text not null,
  reference text not null,
  entry_id bigint not null,
  -- also found by the reference alone
  primary key (reference, kind)
);
insert into entry_reference (kind, reference, entry_id)
  select kind, reference, entry_id from entry where reference is not null;
revoke insert, update, delete, truncate on entry_reference from parkit_app;
alter table entry drop constraint entry_kind_reference_key;
