-- By time alone a search reads past every job of another kind that waits; due_kind serves all.
drop index if exists due_run_at;
