-- A code that proves a driver's new e-mail or phone signs nobody in, and one that signs in changes no contact.

alter table challenge add column is_contact boolean not null default false;
alter table challenge add check (not is_contact or (driver_id is not null and registration is null));
