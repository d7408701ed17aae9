// The clients' operations and their outcomes as in Jepsen: ok, fail, or info while unknown.

import { withdraw } from '@parkit/contract/money/refunds'
import { subscribe } from '@parkit/contract/money/subscription'
import { addMoney } from '@parkit/contract/money/wallet'
import { extend, type Started, start, stop } from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import { refund } from '@parkit/contract/staff/desk-drivers'
import type { PaidBack } from './desk-client.ts'

/** The calls that move money or a session; each is sent under a key of its own, again and again under the same. */
export const writes = { addMoney, start, extend, stop, withdraw, subscribe, refund }
export type WriteName = keyof typeof writes

export type Op = {
  driverId: string
  key: string
  name: WriteName
  body: Record<string, unknown>
  params?: Record<string, string>
  outcome: 'ok' | 'fail' | 'info'
  /** how often it was sent */
  tries: number
  /** a try that nobody heard of may still be on its way: a refusal is not the last word then */
  isLost?: boolean
  /** the last answer's: JSON where it is ok, else the refusal's code or what was lost */
  answer: string
}

export type Answers = { [Name in WriteName]: Name extends 'refund' ? PaidBack : Answer<(typeof writes)[Name]> }

/** Ok operations of one kind, with what they were answered. */
export const answered = <Name extends WriteName>(history: Op[], name: Name) =>
  history.filter((op): op is Op & { name: Name } => op.outcome === 'ok' && op.name === name)

export type SessionAnswer = Pick<Started, 'SessionId' | 'Minutes' | 'AmountPaid' | 'Refunded' | 'PaidVia'>
