-- Who reads a city's data: everybody, or holders of a credential alone. Each credential is of one city.
create table credential (
  credential_id uuid primary key,
  city integer not null references city (city_id),
  kind text not null check (kind in ('operator', 'partner', 'export')),
  name text not null check (name <> ''),
  operator_id uuid references operator,
  partner_id uuid,
  token_hash bytea not null unique,
  scopes text[] not null default '{}',
  -- none: all of its holder's
  zones text[],
  made_by text,
  made_at timestamptz not null,
  last_used_on date,
  ended_at timestamptz check (ended_at >= made_at),
  check ((kind = 'operator') = (operator_id is not null)),
  check ((kind = 'partner') = (partner_id is not null))
);
create unique index credential_name on credential (city, kind, name) where ended_at is null;

alter table city add column open_data boolean not null default true;
