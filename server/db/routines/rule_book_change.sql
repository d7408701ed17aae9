-- Rule books: an approved version never changes but to withdrawn, and that before it holds; each publication and withdrawal is a change
-- of the city's rules.
create or replace function rule_book_keep() returns trigger language plpgsql as $$
begin
  if old.state = 'withdrawn' or old.state = 'approved' and (
       new.state <> 'withdrawn' or new.withdrawn_at >= old.in_force_from
       or (new.name, new.in_force_from, new.book, new.digest, new.published_at)
          is distinct from (old.name, old.in_force_from, old.book, old.digest, old.published_at)) then
    raise exception 'version % of rule book % is %: it stays as it is', old.version, old.book_id, old.state;
  end if;
  return new;
end $$;
create or replace trigger rule_book_keep before update on rule_book for each row execute function rule_book_keep();

create or replace function rules_change() returns trigger language plpgsql as $$
begin
  insert into change (topic, city) select distinct 'rules', city from changed;
  return null;
end $$;
create or replace trigger rule_book_added after insert on rule_book
  referencing new table as changed for each statement execute function rules_change();
create or replace trigger rule_book_changed after update on rule_book
  referencing new table as changed for each statement execute function rules_change();
create or replace trigger day_list_added after insert on day_list
  referencing new table as changed for each statement execute function rules_change();
create or replace trigger day_list_changed after update on day_list
  referencing new table as changed for each statement execute function rules_change();
create or replace trigger day_list_day_added after insert on day_list_day
  referencing new table as changed for each statement execute function rules_change();
create or replace trigger day_list_day_changed after update on day_list_day
  referencing new table as changed for each statement execute function rules_change();
