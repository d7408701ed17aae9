-- Whoever checks an uploaded file claims it for a time and renews that; once it is over the file may be checked again.
alter table import_run
  add column claim uuid,
  add column claimed_until timestamptz,
  add check ((claim is null) = (claimed_until is null));
-- what a check that broke off had written
grant delete on import_row to parkit_city;
