-- Closures that an import published: whose file, and its row's own id there.
alter table override add column source_id text, add column source_ref text;
create index override_source on override (city, source_id, ends_at) where source_id is not null;
