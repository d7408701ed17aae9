-- A card authorised for an amount that is released at once: the same steps as a charge, and no money stays moved.
alter table charge add column purpose text not null default 'topUp' check (purpose in ('topUp', 'authorize'));
alter table charge drop constraint charge_state_check;
alter table charge add constraint charge_state_check
  check (state in ('pending', 'declined', 'void') or (purpose, state) in (('topUp', 'succeeded'), ('authorize', 'released')));
