-- An operator's credential is of one city and, where it names any, of those zones alone. `operator.token_hash` is written on for servers of
-- the version before. A credential may be made before the city's first import.
alter table credential drop constraint credential_city_fkey;
insert into credential (credential_id, city, kind, name, operator_id, token_hash, made_at)
  select gen_random_uuid(), city, 'operator', name, operator_id, token_hash, invited_at from operator;
