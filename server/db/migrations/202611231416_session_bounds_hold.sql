-- Reads sessions and steps once while drivers park: what is known to hold needs no look at the rows when they become a partition.
alter table session validate constraint session_first_bound;
alter table step validate constraint step_first_bound;
