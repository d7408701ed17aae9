-- Whether the card of a charge for a session is saved with it: a card of a wallet, which the driver had not saved before.
alter table charge add column saves_card boolean not null default false;
