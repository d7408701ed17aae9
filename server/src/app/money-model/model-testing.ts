// The model: judges what the server answers to a call by the rules, and changes as the rules say. Pure; nothing of the server's.
import { isDeepStrictEqual } from 'node:util'
import { type Fault, release } from './charges-testing.ts'
import { judgeChangePlate, judgeExtend, judgeMove, judgeStart, judgeStop } from './sessions-testing.ts'
import {
  type Judged,
  type Outcome,
  type Request,
  type Result,
  requireThat,
  type State,
  settleEnds,
} from './state-testing.ts'
import { judgeAddMoney, judgeRefund, judgeWithdraw } from './wallet-testing.ts'

const judgeNew = (state: State, request: Request, outcome: Outcome, fault: Fault | null): Judged => {
  switch (request.call) {
    case 'start':
      return judgeStart(state, request, outcome, fault)
    case 'extend':
      return judgeExtend(state, request, fault)
    case 'stop':
      return judgeStop(state, request)
    case 'move':
      return judgeMove(state, request, fault)
    case 'changePlate':
      return judgeChangePlate(state, request)
    case 'addMoney':
      return judgeAddMoney(state, request, fault)
    case 'withdraw':
      return judgeWithdraw(state, request, outcome)
    case 'refund':
      return judgeRefund(state, request, outcome)
  }
}

const codes: Record<Result, string> = {
  ...{
    ok: 'ok',
    paid: 'ok',
    asked: 'asked',
    declined: 'card_declined',
    payment_pending: 'payment_pending',
    price_changed: 'price_changed',
  },
}

/** Throws a `Disagreement` where the rules give another answer; else the state is as after the call. */
export const judge = (state: State, request: Request, outcome: Outcome, fault: Fault | null = null): void => {
  settleEnds(state)
  const said = () => `${JSON.stringify(request)} was answered ${outcome.code} ${JSON.stringify(outcome.body)}`
  const first = state.answered.find(({ request: { key } }) => key === request.key)
  if (first) {
    const isSame = isDeepStrictEqual(first.request, request)
    requireThat(outcome.code === (isSame ? 'ok' : 'idempotency_conflict'), () => `A repeat: ${said()}`)
    // the desk is shown all refunds of the session, as they are now
    if (isSame && request.call !== 'refund')
      requireThat(
        isDeepStrictEqual(outcome.body, first.body),
        () => `Another answer: ${said()}, first ${JSON.stringify(first.body)}`,
      )
    return
  }
  const { refusals, change, attempt } = judgeNew(state, request, outcome, fault)
  if (refusals.size > 0) {
    requireThat(refusals.has(outcome.code), () => `Not refused as ${[...refusals].join(' or ')}: ${said()}`)
    if (attempt) release(attempt)
    return
  }
  const expected = codes[change()]
  requireThat(outcome.code === expected, () => `Not ${expected}: ${said()}`)
  if (expected === 'ok') state.answered.push({ request, body: outcome.body })
  settleEnds(state)
}
