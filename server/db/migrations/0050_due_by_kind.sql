-- Due jobs of one kind, the oldest first, past none of the others that wait.
create index concurrently if not exists due_kind on due (kind, run_at, ref);
