// The clients: seeded random calls, each write under its own idempotency key until its outcome is known.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { details } from '@parkit/contract/driver/account'
import { activity } from '@parkit/contract/money/wallet'
import { active } from '@parkit/contract/parking/sessions'
import type { Call } from '@parkit/contract/platform/call'
import { call } from '../api.ts'
import { type Desk, paidBackFor } from './desk-client.ts'
import { type Account, answerBank, type World } from './environment.ts'
import { type Answers, type Op, type WriteName, writes } from './history.ts'
import type { Chance } from './random.ts'
import { wrongInActivity } from './read-checker.ts'

type Setup = {
  world: World
  desk: Desk
  accounts: Account[]
  zones: string[]
  chance: Chance
  clients: number
}

const weights = {
  addMoney: 12,
  start: 22,
  extend: 14,
  stop: 16,
  withdraw: 5,
  subscribe: 1,
  refund: 5,
  readBalance: 8,
  readActivity: 10,
  readActive: 4,
  again: 8,
}

/** What honest drivers do while nothing fails and only the strangers go on: no bank of theirs is asked, and no card declines. */
const calmWeights = { addMoney: 10, start: 25, extend: 15, stop: 15, readBalance: 15, readActivity: 10, readActive: 10 }
/** refusals of which none is an honest driver's own */
const strangersDoing = ['unavailable', 'unauthorized', 'idempotency_conflict', 'server_error']
/** nor this one, except of a card's payment: a card of his own may have been declined too often */
const slowedDown = 'too_many_requests'

/** how long a client waits for its first answer; twice as long each time after */
const patienceMs = 3_000
const mostPatienceMs = 40_000
/** so many tries, up to a second apart, and the server is taken for dead */
const mostTries = 240

/** Nobody knows what became of it. The desk's is refused while the session's card is still to be charged. */
const isOpen = (name: WriteName, status: number, code: string) =>
  status >= 500 || (code === 'payment_pending' && name !== 'refund') || code === 'too_many_requests'

const pauseAfter = (tries: number) => wait(Math.min(1_000, 25 * 2 ** Math.min(tries, 6)))

export const createClients = ({ world, desk, accounts, zones, chance, clients }: Setup) => {
  const history: Op[] = []
  /** of reads and repeated answers, found by the clients themselves */
  const wrong: string[] = []
  const codes = new Map<string, number>()
  /** the sessions that were in the way of a start, by whoever was told of them */
  const inTheWay: { driverId: string; sessionId: string }[] = []
  let begun = 0
  /** of those who kept asking: from a write's first try to its outcome, with each try */
  let longestWrite = { name: '', ms: 0, tries: [] as string[] }
  /** of one try that was answered: what an idle machine's server promises to do within 10 s */
  let longestAnswer = { ms: 0, of: '' }
  let isCalm = false

  const send = (token: string, declared: Call, input: unknown, key: string, tries: number) =>
    call(world.proxy.address, declared, input as never, {
      token,
      key,
      signal: AbortSignal.timeout(Math.min(mostPatienceMs, patienceMs * 2 ** tries)),
    })

  /** One try. Throws where no answer came. */
  const ask = async (account: Account, op: Op, tries: number): Promise<Pick<Op, 'outcome' | 'answer'>> => {
    const { name, key, params, body } = op
    const token = name === 'refund' ? desk.token() : account.token
    const reply = await send(token, writes[name], { params, body }, key, tries)
    if (!reply.ok) {
      const { Code } = reply.body
      codes.set(`${name} ${reply.status} ${Code}`, (codes.get(`${name} ${reply.status} ${Code}`) ?? 0) + 1)
      const { SessionId } = reply.body as { SessionId?: string }
      if (Code === 'already_parked' && SessionId) inTheWay.push({ driverId: account.driverId, sessionId: SessionId })
      if (isCalm && (strangersDoing.includes(Code) || (Code === slowedDown && name !== 'addMoney')))
        wrong.push(`${name} ${key} was refused while nothing failed: ${Code}`)
      if (Code === 'server_error') wrong.push(`${name} ${key} met a fault of the server's own`)
      if (Code === 'not_found' && name === 'refund') {
        // the clock was set forward, past the end of the sign-in: no one else is told of the desk's calls
        await desk.signIn()
        return { outcome: 'info', answer: 'signed in anew' }
      }
      return { outcome: isOpen(name, reply.status, Code) ? 'info' : 'fail', answer: Code }
    }
    const { RequiresAction } = reply.body as Partial<Answers['addMoney']>
    if (RequiresAction) {
      codes.set(`${name} asked by the bank`, (codes.get(`${name} asked by the bank`) ?? 0) + 1)
      await answerBank(world.proxy.address, RequiresAction, chance.is(0.8))
      return { outcome: 'info', answer: 'the bank asks' }
    }
    const answer = name === 'refund' ? paidBackFor(key, reply.body as never) : reply.body
    return { outcome: 'ok', answer: JSON.stringify(answer) }
  }

  /** Tells of itself. */
  const attempt = async (account: Account, op: Op): Promise<string> => {
    const startedMs = performance.now()
    const took = () => Math.round(performance.now() - startedMs)
    try {
      Object.assign(op, await ask(account, op, op.tries))
      const of = `${op.name} ${op.outcome === 'ok' ? 'ok' : op.answer}`
      if (took() > longestAnswer.ms) longestAnswer = { ms: took(), of }
    } catch (error) {
      op.answer = String(error)
      op.isLost = true
    }
    op.tries++
    return `${took()} ms: ${op.outcome === 'ok' ? 'ok' : op.answer}`
  }

  const known = (account: Account, op: Op): void => {
    if (op.outcome === 'ok' && op.name === 'start')
      account.running.add((JSON.parse(op.answer) as Answers['start']).SessionId)
    if (op.name !== 'stop' || op.outcome === 'info') return
    account.running.delete(op.body.SessionId as string)
    account.stopped.add(op.body.SessionId as string)
  }

  const settle = async (account: Account, op: Op): Promise<string[]> => {
    const tries: string[] = []
    while (op.outcome === 'info') {
      world.requireAlive()
      if (op.tries >= mostTries) throw new Error(`No answer after ${op.tries} tries: ${JSON.stringify(op)}`)
      if (op.tries > 0) await pauseAfter(op.tries)
      tries.push(await attempt(account, op))
    }
    known(account, op)
    return tries
  }

  /** Asks again for what was answered: the answer must be the same, letter by letter. */
  const again = async (account: Account, op: Op): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const reply = await ask(account, op, tries).catch(() => null)
      if (!reply || reply.outcome === 'info') {
        world.requireAlive()
        await pauseAfter(tries)
        continue
      }
      if (reply.answer !== op.answer)
        wrong.push(`${op.name} ${op.key} was answered ${op.answer} and then, asked again, ${reply.answer}`)
      return
    }
    throw new Error(`No answer to a repeat of ${op.name} ${op.key}`)
  }

  const bodyOf = (name: WriteName, account: Account, key: string): Op['body'] => {
    const session = [...account.running]
    switch (name) {
      case 'addMoney':
        return {
          Amount: chance.between(100, 3_000) / 100,
          ...(chance.is(isCalm ? 0 : 0.25) && { PaymentMethodId: chance.pick([account.declining, account.asking]) }),
        }
      case 'start':
        return {
          ZoneNumber: chance.pick(zones),
          VehicleId: chance.pick(account.vehicleIds),
          Minutes: chance.between(15, 180),
          PayWith: isCalm
            ? 'wallet'
            : chance.pick(['wallet', 'wallet', 'wallet', 'wallet', account.card, account.asking, account.declining]),
        }
      case 'extend':
        return { SessionId: chance.pick(session), Minutes: chance.between(15, 60) }
      case 'stop':
        return { SessionId: chance.pick(session) }
      case 'withdraw':
        return chance.is(0.25) ? {} : { Amount: chance.between(50, 2_000) / 100 }
      case 'subscribe':
        return { PlanId: 'deluxe' }
      case 'refund':
        return { Amount: chance.between(5, 200) / 100, Reason: key }
    }
  }

  const write = async (wanted: WriteName, account: Account): Promise<void> => {
    const { driverId, running, stopped } = account
    const has = { extend: running.size > 0, stop: running.size > 0, refund: stopped.size > 0 }
    const name = has[wanted as keyof typeof has] === false ? 'start' : wanted
    const key = randomUUID()
    const op: Op = {
      driverId,
      key,
      name,
      body: bodyOf(name, account, key),
      ...(name === 'refund' && { params: { driverId, id: chance.pick([...stopped]) } }),
      outcome: 'info',
      tries: 0,
      answer: '',
    }
    history.push(op)
    const startedMs = performance.now()
    const first = await attempt(account, op)
    // a phone that stays dark: asked again only after the books were checked
    if (op.outcome === 'info' && !isCalm && chance.is(0.2)) return
    const tries = [first, ...(await settle(account, op))]
    const ms = Math.round(performance.now() - startedMs)
    if (ms > longestWrite.ms) longestWrite = { name, ms, tries }
  }

  const read = async (name: 'readBalance' | 'readActivity' | 'readActive', account: Account): Promise<void> => {
    const { newestSeen, stopped } = account
    const over = new Set(stopped)
    const declared = { readBalance: details, readActivity: activity, readActive: active }[name]
    const input = name === 'readActivity' ? { query: { Limit: 50 } } : {}
    const reply = await send(account.token, declared, input, '', 0).catch(() => null)
    if (isCalm && reply && !reply.ok) wrong.push(`${name} was refused while nothing failed: ${reply.body.Code}`)
    if (!reply?.ok) return
    if (name === 'readBalance') {
      const { Balance } = reply.body as { Balance: number }
      if (!(Balance >= 0)) wrong.push(`A balance was read as ${Balance}`)
    } else if (name === 'readActivity') {
      const { Items } = reply.body as Parameters<typeof wrongInActivity>[0]
      wrong.push(...wrongInActivity({ Items }, newestSeen))
      account.newestSeen = Math.max(account.newestSeen, Number(Items[0]?.Id ?? 0))
    } else {
      const back = (reply.body as { SessionId: string }[]).filter(({ SessionId }) => over.has(SessionId))
      wrong.push(...back.map(({ SessionId }) => `Session ${SessionId} was stopped, and a later read shows it running`))
    }
  }

  const once = async (account: Account): Promise<void> => {
    const name: keyof typeof weights = isCalm ? chance.weighed(calmWeights) : chance.weighed(weights)
    if (name === 'readBalance' || name === 'readActivity' || name === 'readActive') return read(name, account)
    if (name !== 'again') return write(name, account)
    const op = history.length > 0 ? chance.pick(history) : null
    if (op?.outcome === 'ok') await again(accounts.find(({ driverId }) => driverId === op.driverId)!, op)
  }

  const accountOf = new Map(accounts.map(account => [account.driverId, account]))

  /** So many operations by all clients; `onBegin` hears of each one's number. */
  const run = async (operations: number, onBegin: (n: number) => void): Promise<void> => {
    const until = begun + operations
    const loop = async (client: number) => {
      while (begun < until) {
        onBegin(begun++)
        await once(accounts[client % accounts.length]!)
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
  }

  return {
    history,
    wrong,
    inTheWay,
    codes,
    begun: () => begun,
    longest: () => ({ longestWrite, longestAnswer }),

    run,

    /** Operations while nothing fails: nobody may be refused because of what strangers do. */
    runCalmly: async (operations: number): Promise<void> => {
      isCalm = true
      await run(operations, () => {})
      isCalm = false
    },

    /** While all is quiet: what nobody knows of is asked for until it is known, a refusal after a lost try too. */
    settleAll: async (): Promise<void> => {
      const open = history.filter(({ outcome, isLost }) => outcome === 'info' || (outcome === 'fail' && isLost))
      for (const op of open) Object.assign(op, { outcome: 'info', isLost: false })
      await Promise.all(open.map(op => settle(accountOf.get(op.driverId)!, op)))
    },

    /** Every answer since the operation with this number is asked for once more. */
    repeatAll: async (from: number): Promise<void> => {
      const left = history.slice(from).filter(op => op.outcome === 'ok')
      const loop = async () => {
        for (let op = left.pop(); op; op = left.pop()) await again(accountOf.get(op.driverId)!, op)
      }
      await Promise.all(Array.from({ length: 16 }, loop))
    },
  }
}
