-- Names say where they come from, so that those of a city's map are replaced without those of its import.
alter table place_name add column source_id text not null default 'import' check (source_id in ('import', 'map'));
