// The clients: seeded random calls, each write under its own key until it is known what became of it.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { details } from '@parkit/contract/account'
import type { Call } from '@parkit/contract/call'
import { active } from '@parkit/contract/parking'
import { activity } from '@parkit/contract/wallet'
import { call, type Driver } from '../api.ts'
import type { Chance } from './chance.ts'
import { type Answers, type Op, type WriteName, writes } from './history.ts'
import { wrongInActivity } from './reads.ts'
import type { World } from './world.ts'

export type Account = Driver & {
  driverId: string
  vehicleIds: string[]
  /** saved cards: the one that pays, and one that declines */
  card: string
  declining: string
  /** what this driver's clients know of */
  running: Set<string>
  stopped: Set<string>
  newestSeen: number
}

type Setup = {
  world: World
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
  readBalance: 8,
  readActivity: 10,
  readActive: 4,
  again: 8,
}

/** how long a client waits for its first answer; twice as long each time after */
const patienceMs = 3_000
const mostPatienceMs = 40_000
/** so many tries, up to a second apart, and the server is taken for dead */
const mostTries = 240

/** Nobody knows what became of it. */
const isOpen = (status: number, code: string) =>
  status >= 500 || code === 'payment_pending' || code === 'too_many_requests'

const pauseAfter = (tries: number) => wait(Math.min(1_000, 25 * 2 ** Math.min(tries, 6)))

export const createClients = ({ world, accounts, zones, chance, clients }: Setup) => {
  const history: Op[] = []
  /** of reads and repeated answers, found by the clients themselves */
  const wrong: string[] = []
  const codes = new Map<string, number>()
  let begun = 0

  const send = <const C extends Call>(account: Account, declared: C, input: unknown, key: string, tries: number) =>
    call(world.line.address, declared as Call, input as never, {
      token: account.token,
      key,
      signal: AbortSignal.timeout(Math.min(mostPatienceMs, patienceMs * 2 ** tries)),
    })

  const attempt = async (account: Account, op: Op): Promise<void> => {
    try {
      const { ok, status, body } = await send(account, writes[op.name], { body: op.body }, op.key, op.tries)
      const code = (body as { Code?: string }).Code ?? ''
      if (!ok) codes.set(`${op.name} ${status} ${code}`, (codes.get(`${op.name} ${status} ${code}`) ?? 0) + 1)
      if (code === 'server_error') wrong.push(`${op.name} ${op.key} met a fault of the server's own`)
      op.answer = ok ? JSON.stringify(body) : code
      op.outcome = ok ? 'ok' : isOpen(status, code) ? 'info' : 'fail'
    } catch (error) {
      op.answer = String(error)
    }
    op.tries++
  }

  const known = (account: Account, op: Op): void => {
    const session = op.outcome === 'ok' && op.name !== 'addMoney' ? (JSON.parse(op.answer) as Answers['stop']) : null
    if (session && op.name === 'start') account.running.add(session.SessionId)
    if (op.name !== 'stop' || op.outcome === 'info') return
    account.running.delete(op.body.SessionId as string)
    account.stopped.add(op.body.SessionId as string)
  }

  const settle = async (account: Account, op: Op): Promise<void> => {
    while (op.outcome === 'info') {
      world.requireAlive()
      if (op.tries >= mostTries) throw new Error(`No answer after ${op.tries} tries: ${JSON.stringify(op)}`)
      if (op.tries > 0) await pauseAfter(op.tries)
      await attempt(account, op)
    }
    known(account, op)
  }

  /** Asks again for what was answered: the answer must be the same, letter by letter. */
  const again = async (account: Account, op: Op): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const reply = await send(account, writes[op.name], { body: op.body }, op.key, tries).catch(() => null)
      if (!reply || (!reply.ok && isOpen(reply.status, reply.body.Code))) {
        world.requireAlive()
        await pauseAfter(tries)
        continue
      }
      const answer = JSON.stringify(reply.body)
      if (answer !== op.answer)
        wrong.push(`${op.name} ${op.key} was answered ${op.answer} and then, asked again, ${answer}`)
      return
    }
    throw new Error(`No answer to a repeat of ${op.name} ${op.key}`)
  }

  const bodyOf = (name: WriteName, account: Account): Op['body'] => {
    const session = [...account.running]
    switch (name) {
      case 'addMoney':
        return {
          Amount: chance.between(100, 3_000) / 100,
          ...(chance.is(0.15) && { PaymentMethodId: account.declining }),
        }
      case 'start':
        return {
          ZoneNumber: chance.pick(zones),
          VehicleId: chance.pick(account.vehicleIds),
          Minutes: chance.between(15, 180),
          PayWith: chance.pick(['wallet', 'wallet', 'wallet', 'wallet', account.card, account.declining]),
        }
      case 'extend':
        return { SessionId: chance.pick(session), Minutes: chance.between(15, 60) }
      case 'stop':
        return { SessionId: chance.pick(session) }
      case 'withdraw':
        return chance.is(0.25) ? {} : { Amount: chance.between(50, 2_000) / 100 }
      case 'subscribe':
        return { PlanId: 'deluxe' }
    }
  }

  const write = async (wanted: WriteName, account: Account): Promise<void> => {
    const isAboutSession = wanted === 'extend' || wanted === 'stop'
    const name = isAboutSession && account.running.size === 0 ? 'start' : wanted
    const { driverId } = account
    const op: Op = {
      driverId,
      key: randomUUID(),
      name,
      body: bodyOf(name, account),
      outcome: 'info',
      tries: 0,
      answer: '',
    }
    history.push(op)
    await attempt(account, op)
    // a phone that stays dark: asked again only after the books were checked
    if (op.outcome === 'info' && chance.is(0.2)) return
    await settle(account, op)
  }

  const read = async (name: 'readBalance' | 'readActivity' | 'readActive', account: Account): Promise<void> => {
    const { newestSeen, stopped } = account
    const over = new Set(stopped)
    const declared = { readBalance: details, readActivity: activity, readActive: active }[name]
    const input = name === 'readActivity' ? { query: { Limit: 50 } } : {}
    const reply = await send(account, declared, input, '', 0).catch(() => null)
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
    const name = chance.weighed(weights)
    if (name === 'readBalance' || name === 'readActivity' || name === 'readActive') return read(name, account)
    if (name !== 'again') return write(name, account)
    const op = history.length > 0 ? chance.pick(history) : null
    if (op?.outcome === 'ok') await again(accounts.find(({ driverId }) => driverId === op.driverId)!, op)
  }

  const accountOf = new Map(accounts.map(account => [account.driverId, account]))

  return {
    history,
    wrong,
    codes,
    begun: () => begun,

    /** So many operations by all clients; `onBegin` hears of each one's number. */
    run: async (operations: number, onBegin: (n: number) => void): Promise<void> => {
      const until = begun + operations
      const loop = async (client: number) => {
        while (begun < until) {
          onBegin(begun++)
          await once(accounts[client % accounts.length]!)
        }
      }
      await Promise.all(Array.from({ length: clients }, (_, client) => loop(client)))
    },

    /** What nobody knows of is asked for until it is known. */
    settleAll: () => Promise.all(history.map(op => op.outcome === 'info' && settle(accountOf.get(op.driverId)!, op))),

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
