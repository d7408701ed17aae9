-- With which keys of the card provider the disputed payment was made.
alter table dispute add column provider text not null default card_provider(), add column mode text not null default card_mode();
