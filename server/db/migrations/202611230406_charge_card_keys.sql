-- With which keys of the card provider a charge was made.
alter table charge add column provider text not null default card_provider(), add column mode text not null default card_mode();
