-- A row of an import may be taken and say why its place is not payable; a list of days can be removed.
alter table import_row drop constraint import_row_check,
  add constraint import_row_check check (change <> 'refused' or reason is not null);

-- The list holds no longer, and no rule may name it.
alter table day_list add column removed_at timestamptz;
