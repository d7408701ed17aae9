-- Why a card said no, as far as that helps its driver; none where the bank gives no such reason.
alter table charge add column decline_reason text
  check (decline_reason in ('insufficient_funds', 'expired_card', 'incorrect_cvc', 'processing_error', 'not_authenticated'));
alter table charge add check (decline_reason is null or state = 'declined');
