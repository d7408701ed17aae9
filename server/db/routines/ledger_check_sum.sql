-- Each entry sums to zero. An entry's postings are inserted by one statement, so a statement-level trigger sees all of
-- them.
create or replace function ledger_check_sum() returns trigger language plpgsql as $$
begin
  if exists (select from added group by entry_id having sum(amount_cents) <> 0) then
    raise exception 'An entry does not sum to zero';
  end if;
  return null;
end $$;

create or replace trigger posting_sums_to_zero after insert on posting
  referencing new table as added for each statement execute function ledger_check_sum();
