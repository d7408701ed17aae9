-- Reads the ledger once while payments go on: what is known to hold needs no look at the rows when they become a partition.
alter table entry validate constraint entry_first_bound;
alter table entry validate constraint entry_kind_check;
alter table posting validate constraint posting_first_bound;
alter table posting validate constraint posting_account_check;
