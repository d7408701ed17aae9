-- A driver may read Spanish.
alter table driver drop constraint driver_language_check;
alter table driver add constraint driver_language_check check (language in ('en', 'es', 'hi')) not valid;
alter table driver validate constraint driver_language_check;
