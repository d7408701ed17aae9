// For tests: books with something of each kind in them, and how to break each of their standing checks.
import { createIntent } from '@parkit/contract/money/cards'
import { withdraw } from '@parkit/contract/money/refunds'
import { start } from '@parkit/contract/parking/sessions'
import type { TestServer } from '#app/testing.ts'
import { cardOf } from '#money/cards/testing.ts'
import { planActions } from '#money/subscription/testing.ts'
import { zones } from '#parking/sessions/testing.ts'

const parkByCard = async (parkit: TestServer) => {
  const who = await parkit.driver({ dollars: 0 })
  const { call } = parkit
  await call(createIntent, { body: { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' } }, who)
  const PayWith = await cardOf(parkit, who.token, '4242')
  const body = { ZoneNumber: zones.street, VehicleId: who.VehicleId, Minutes: 60, PayWith }
  const { status } = await call(start, { body }, who)
  if (status !== 200) throw new Error(`The start by card answered ${status}`)
}

/** Sessions by wallet and by card, running, captured and to be captured; a withdrawal, a plan. */
export const doSomeOfEach = async (parkit: TestServer): Promise<void> => {
  const actions = planActions(parkit)
  await actions.deluxe()
  await parkByCard(parkit)
  parkit.clock.advance({ hours: 2 })
  await actions.settle()
  await parkByCard(parkit)
  for (const driver of [await parkit.driver(), await parkit.driver()]) {
    await parkit.park(driver)
    const { status } = await parkit.call(withdraw, { body: { Amount: 5 } }, driver)
    if (status !== 200) throw new Error(`The withdrawal answered ${status}`)
  }
}

const rightsOfRunning =
  'Every running session has its right to park, of its plate, in its zone, from its start to its end, and no other is live.'
const rightsOfPast =
  'Every right to park that is over has a session that ended then, and one that was never paid a charge.'

/** How to break each book, some of them in two ways. Undone right after by rolling back. */
export const breaks: [sentence: string, query: string][] = [
  [
    'Every refund to a card has the entries of its state, each of its amount.',
    'update refund set amount_cents = amount_cents + 1',
  ],
  [
    'Every refund to the wallet is in it at once.',
    `update refund set charge_id = null, purpose = 'session', session_id = (select session_id from session limit 1)`,
  ],
  [
    'What is due to cards is what was asked for and not taken on yet.',
    `update posting set amount_cents = amount_cents + 1 where account = 'refunds_due'`,
  ],
  ['No payment is given back beyond what was taken.', `update charge set amount_cents = 1 where state = 'succeeded'`],
  ['Every refund under way is looked at again.', `delete from job where kind = 'refund'`],
  [
    'What was paid out by hand was owed to a driver who is gone, and is all of it.',
    `with paid as (
       insert into entry (kind, at, driver_id, reference)
       select 'paidOut', now(), driver_id, '0' from driver limit 1 returning entry_id)
     insert into posting (entry_id, seq, account, amount_cents) select entry_id, 1, 'unclaimed', -1 from paid`,
  ],
  [
    'Every dispute has the entries of its state, each of its amount.',
    `insert into dispute (dispute_id, driver_id, amount_cents, wallet_cents, state, opened_at)
     select 'dp_1', driver_id, 100, 0, 'open', now() from driver limit 1`,
  ],
  [
    'Every running session by card is authorised for what it costs.',
    `update charge set amount_cents = amount_cents - 1 where state = 'held'`,
  ],
  [
    'Every authorisation in use is of a running session.',
    `update session set status = 'ended', ended_at = ends_at where status = 'running'`,
  ],
  [
    'Every authorisation that was captured has exactly one entry of what was taken, and no other has one.',
    `update charge set capture_cents = capture_cents - 1 where state = 'captured'`,
  ],
  [
    'Every authorisation that was captured has exactly one entry of what was taken, and no other has one.',
    `update charge set state = 'released' where state = 'captured'`,
  ],
  [
    'What an ended session cost is captured, to be captured, or lost.',
    `update posting set amount_cents = amount_cents + 1 where account = 'card_receivable'`,
  ],
  [
    'Every session by card says what its payment came to.',
    `update session set payment = 'failed' where status = 'ended' and method_id is not null`,
  ],
  [
    'Every authorisation under way has its next look scheduled.',
    `update charge set state = 'capturing' where state = 'captured'`,
  ],
  [
    'Every paid month of a plan has exactly one entry of its amount, and no other month has one.',
    'update subscription_payment set amount_cents = amount_cents + 1',
  ],
  [
    'Every paid month of a plan has exactly one entry of its amount, and no other month has one.',
    'delete from subscription_payment',
  ],
  [
    'Every plan is paid until the end of its last paid month.',
    `update subscription set paid_until = paid_until + interval '1 day'`,
  ],
  ['Every plan that goes on has its next look scheduled.', `delete from job where kind = 'subscription'`],
  ['Every entry sums to zero.', `update posting set amount_cents = amount_cents + 1 where account <> 'wallet'`],
  ['Every entry has at least two postings.', `delete from posting where account <> 'wallet'`],
  ['Every wallet holds the sum of its postings.', 'update wallet set balance_cents = balance_cents + 1'],
  [
    'No wallet was ever below zero.',
    `alter table posting drop constraint posting_balance_after_cents_check;
     update posting set balance_after_cents = -1 where account = 'wallet'`,
  ],
  [
    'Every wallet posting stands on the one before it.',
    `update posting set balance_after_cents = balance_after_cents + 1 where account = 'wallet'`,
  ],
  [
    'Every charge that succeeded has exactly one top-up of its amount, and no other charge has one.',
    `update charge set state = 'declined' where state = 'succeeded'`,
  ],
  [
    'Every charge that succeeded has exactly one top-up of its amount, and no other charge has one.',
    `update charge set amount_cents = amount_cents + 1 where state = 'succeeded'`,
  ],
  [
    'Every session was paid in the ledger what it says, to the cent.',
    'update session set parking_cents = parking_cents + 1',
  ],
  ['Every session’s steps add up to what was paid.', 'update step set amount_cents = amount_cents + 1'],
  ['Every session’s steps add up to what was paid.', `update step set started_at = started_at - interval '1 month'`],
  [
    'Every entry for a session is for a session of that driver.',
    `update entry set session_id = 'P-0000000009' where kind = 'fare'`,
  ],
  [
    'The wallet of a deleted account holds nothing.',
    'alter table driver drop constraint driver_named_or_erased; update driver set erased_at = now()',
  ],
  [
    'No account has two running sessions of one plate.',
    `update session set plate_key = 'same', status = 'running', ended_at = null,
       driver_id = (select min(driver_id::text)::uuid from driver)`,
  ],
  [rightsOfRunning, `delete from parking_right where state = 'live'`],
  [rightsOfRunning, `update parking_right set plate_key = 'Illinois X' where state = 'live'`],
  [rightsOfRunning, `update parking_right set plate_fold = 'X' where state = 'live'`],
  [rightsOfRunning, `update parking_right set paid_at = null where state = 'live'`],
  [rightsOfRunning, `update parking_right set zone_number = '9999' where state = 'live'`],
  [rightsOfRunning, `update parking_right set ends_at = ends_at + interval '1 second' where state = 'live'`],
  [rightsOfRunning, `update parking_right set state = 'live' where state = 'over'`],
  [rightsOfPast, `update parking_right set ends_at = ends_at + interval '1 second' where state = 'over'`],
  [rightsOfPast, `update parking_right set state = 'left' where state = 'live'`],
  [rightsOfPast, `update parking_right set state = 'pending' where state = 'live'`],
  [rightsOfPast, `update parking_right set kind = 'permit' where state = 'live'`],
  [rightsOfPast, `update parking_right set ref = 'P' || ref, state = 'pending', paid_at = null where state = 'live'`],
  ['Every change of a session is a segment, each after the one before it.', 'update session set moves = 1'],
  ['Every change of a session is a segment, each after the one before it.', 'update session set plate_changes = 1'],
  [
    'What a closure took off a session went back to who paid, once and all of it.',
    `insert into closure_cut (override_id, session_id, was_until, until_at, at, refund_cents)
       select gen_random_uuid(), session_id, started_at + interval '1 hour', started_at, started_at, 1 from session_key limit 1`,
  ],
  [
    'What a closure took off a session went back to who paid, once and all of it.',
    `update entry set kind = 'closureRefund' where kind = 'fare'`,
  ],
  [
    'Every session has its key with its start and city, and no other has one.',
    `update session_key set started_at = started_at - interval '1 second'`,
  ],
  [
    'Every session has its key with its start and city, and no other has one.',
    `insert into session select (jsonb_populate_record(session, jsonb_build_object('started_at', started_at - interval '1 year'))).*
       from session where status = 'ended' limit 1`,
  ],
  [
    'Every session has its key with its start and city, and no other has one.',
    `delete from session_key where session_id = (select min(session_id) from session_key)`,
  ],
  [
    'Every reference of an entry is kept once, and points at that entry.',
    `update entry_reference set kind = 'refund' where kind = 'topUp'`,
  ],
  [
    'Every reference of an entry is kept once, and points at that entry.',
    `delete from entry_reference where kind = 'captured'`,
  ],
  [
    'Every reference of an entry is kept once, and points at that entry.',
    `insert into entry_reference values ('topUp', 'nothing', 0)`,
  ],
  ['Every running session has its end scheduled.', `delete from job where kind = 'session-end'`],
]
