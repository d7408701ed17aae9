-- The desk's log tells who paid out what is owed to a driver who is gone.
alter table desk_act drop constraint desk_act_kind_check;
alter table desk_act add constraint desk_act_kind_check check (kind in (
  'signedIn', 'signedOut', 'invitationAccepted', 'answered', 'assigned', 'closed', 'cannedKept', 'cannedDropped',
  'called', 'callClosed', 'refunded', 'reopened', 'invited', 'removed', 'paidOut'
)) not valid;
create unique index desk_act_paid_out on desk_act (subject) where kind = 'paidOut';
