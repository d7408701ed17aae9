-- Against card testing: how often cards were declined lately, by account, by card, and by the address block that asked.

-- Each name is kept as a SHA-256: of the driver's id, of the provider's fingerprint of a card, of an address block.
create table card_decline (
  scope text not null check (scope in ('account', 'card', 'address')),
  name_hash bytea not null check (length(name_hash) = 32),
  -- since the last time that there was none for a while
  declines integer not null check (declines > 0),
  declined_at timestamptz not null,
  primary key (scope, name_hash)
);
create index card_decline_at on card_decline (declined_at);
