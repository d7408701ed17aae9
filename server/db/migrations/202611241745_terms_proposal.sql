-- A city's new terms, whose fee is a price, may wait for a second person.
alter table proposal
  drop constraint proposal_kind_check,
  add constraint proposal_kind_check check (kind in ('refund', 'places', 'rate', 'terms', 'live'));
alter table city_terms
  add foreign key (proposal_id) references proposal,
  enable row level security;
create policy all_cities on city_terms to parkit_app using (true) with check (true);
create policy own_city on city_terms to parkit_city using (city = city_now()) with check (city = city_now());
grant select, insert on city_terms to parkit_city;
