-- What no statement chooses by needs no statistics: sorting thousands of answers and places took most of an analysis. And tables whose
-- rows come and go by the hundred a second keep their pages, which they need again a moment later: to give them back locks
-- out whoever writes.
alter table once alter column call set statistics 0, alter column input_hash set statistics 0, alter column answer set statistics 0;
alter table session alter column vehicle set statistics 0, alter column place set statistics 0;
alter table outbox alter column subject set statistics 0, alter column body set statistics 0;
alter table sandbox_message alter column subject set statistics 0, alter column body set statistics 0;
alter table due set (vacuum_truncate = false);
alter table outbox set (vacuum_truncate = false, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
