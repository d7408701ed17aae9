-- Decisions that need a second person: what one member of staff proposes, another approves, refuses, or its maker withdraws.
create table proposal (
  proposal_id uuid primary key,
  -- none: ParkIt's own desk
  city text,
  kind text not null check (kind = 'refund'),
  -- the session
  subject text not null,
  payload jsonb not null,
  -- of the subject as it was when this was proposed
  digest bytea not null,
  effect_at timestamptz,
  amount_cents integer not null check (amount_cents > 0),
  made_by uuid not null references staff,
  at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'open'
    check (state in ('open', 'approved', 'refused', 'withdrawn', 'expired', 'done', 'failed'))
);
create index proposal_made_by on proposal (made_by);
create index proposal_at on proposal (at desc, proposal_id);
create index proposal_driver on proposal ((payload ->> 'driverId'));

create table proposal_vote (
  proposal_id uuid not null references proposal,
  staff_id uuid not null references staff,
  yes boolean not null,
  reason text not null default '',
  at timestamptz not null,
  primary key (proposal_id, staff_id)
);
create index proposal_vote_staff on proposal_vote (staff_id);
revoke update, delete on proposal_vote from parkit_app;
-- forgotten with the account that it speaks of
grant update (reason) on proposal_vote to parkit_app;
revoke delete on proposal from parkit_app;

alter table desk_act drop constraint desk_act_kind_check;
alter table desk_act add constraint desk_act_kind_check check (kind in (
  'signedIn', 'signedOut', 'invitationAccepted', 'answered', 'assigned', 'closed', 'cannedKept', 'cannedDropped', 'called',
  'callClosed', 'refunded', 'reopened', 'invited', 'removed', 'paidOut', 'refundProposed', 'proposalRefused',
  'proposalWithdrawn'
)) not valid;
