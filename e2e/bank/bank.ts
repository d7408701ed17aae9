// The bank test: rounds of random operations under faults, and after each the checker. `runBank` for tests, `npm run bank` for people.
import { type Activity, activity } from '@parkit/contract/money/wallet'
import { require } from '../api.ts'
import { judge, sentenceOf } from './checker.ts'
import { createClients } from './clients.ts'
import { openDesk } from './desk-client.ts'
import { type Account, createAccounts, findZones, openWorld, until, type World } from './environment.ts'
import { countDue, type Facts, readBrokenBooks, readFacts } from './facts-store.ts'
import { createNemesis, type Nemesis } from './nemesis.ts'
import { type Chance, createChance } from './random.ts'
import { mostBackMs } from './skewed-clock.ts'
import { createStrangers } from './strangers.ts'

export type Size = {
  seed: number
  operations: number
  clients: number
  /** who attack all the while, each with an account and an address of its own */
  strangers: number
  /** one kill and one check a round */
  serverKills: number
  databaseKills: number
  /** other faults a round */
  faults: number
  /** another build's server/src/app/main.ts */
  program?: string
}

export type Result = {
  /** one sentence per fault of the books, of an answer or of a read; none where all is well */
  wrong: string[]
  operations: number
  writes: Record<string, number>
  faults: Record<string, number>
  refusals: Record<string, number>
  /** what strangers tried, and what they were answered */
  attacks: Record<string, number>
  attackAnswers: Record<string, number>
  /** what the nemesis measured */
  measured: Record<string, unknown>
}

/** What is tested, and by which faults. */
export type Setup = { world: World; createNemesis(chance: Chance): Promise<Nemesis> }

const openSingle = async (program?: string): Promise<Setup> => {
  const world = await openWorld(program)
  return { world, createNemesis: async chance => createNemesis(world, chance) }
}

/** of a round's operations, as many again while nothing fails and the strangers go on */
const calmShare = 0.1

const cents = (dollars: number) => Math.round(dollars * 100)

/** What drivers are shown of their wallets, against the ledger: line by proxy. */
const wrongStatements = async (world: World, accounts: Account[], { movements }: Facts): Promise<string[]> => {
  const held = Map.groupBy(movements, ({ driverId }) => driverId)
  const wrongOf = async ({ token, driverId }: Account): Promise<string[]> => {
    const shown: Activity[] = []
    for (let Cursor: string | undefined; ; ) {
      const query = { Limit: 100, Cursor }
      const page = await require(world.server().address, activity, { query: JSON.parse(JSON.stringify(query)) }, {
        token,
      })
      shown.push(...page.Items)
      if (!page.NextCursor) break
      Cursor = page.NextCursor
    }
    const asShown = shown.map(item => `${item.Id} ${item.Kind} ${cents(item.Amount)} ${cents(item.BalanceAfter)}`)
    const asHeld = (held.get(driverId) ?? []).map(({ id, kind, cents, balanceAfterCents }) =>
      [id, kind, cents, balanceAfterCents].join(' '),
    )
    return asShown.toReversed().join('\n') === asHeld.join('\n')
      ? []
      : [`Driver ${driverId} is shown ${asShown.length} lines that are not the ledger's ${asHeld.length}`]
  }
  return (await Promise.all(accounts.map(wrongOf))).flat()
}

/** A start is refused because of the driver's own session alone, whoever else has parked his plate (D-101). */
const wrongBlocks = (inTheWay: { driverId: string; sessionId: string }[], { sessions }: Facts): string[] => {
  const driverOf = new Map(sessions.map(({ id, driverId }) => [id, driverId]))
  return inTheWay
    .filter(({ driverId, sessionId }) => driverOf.get(sessionId) !== driverId)
    .map(({ driverId, sessionId }) => `Driver ${driverId} was told of session ${sessionId}, which is not his`)
}

/** The books hold at every moment, not only when all is quiet. */
const booksInTheMidst = async (world: World): Promise<string[]> => {
  let broken: string[] = []
  await until(world, 'the books are read', async () => {
    broken = (await readBrokenBooks(world.connectionString())).map(sentenceOf)
    return true
  })
  return broken
}

/** Nothing is on its way any more: what the provider did not answer is swept, its messages have come. */
const settleJobs = async (world: World) => {
  for (let sweeps = 0; sweeps < 2; sweeps++) {
    world.clock.shift(60_000, world.serverPids())
    await until(
      world,
      'nothing is due',
      async () => (await countDue(world.connectionString(), world.clock.now())) === 0,
    )
  }
}

export const runBank = async (
  size: Size,
  say: (line: string) => void = () => {},
  open: (program?: string) => Promise<Setup> = openSingle,
): Promise<Result> => {
  const chance = createChance(size.seed)
  const { world, createNemesis } = await open(size.program)
  const wrong: string[] = []
  try {
    const all = await createAccounts(world, Math.max(1, Math.ceil(size.clients / 2)) + size.strangers)
    const accounts = all.slice(size.strangers)
    const attackers = all.slice(0, size.strangers)
    const strangerIds = attackers.map(({ driverId }) => driverId)
    const zones = await findZones(world)
    const desk = await openDesk(world.proxy.address, world.connectionString(), size.program)
    const clients = createClients({ world, desk, accounts, zones, chance, clients: size.clients })
    const nemesis = await createNemesis(chance)
    const strangers = await createStrangers({
      world,
      strangers: attackers,
      honest: accounts,
      history: clients.history,
      zones,
      chance: createChance(size.seed + 1),
    })
    // what the drivers began with is no operation of the clients'
    const start = await readFacts(world.connectionString(), strangerIds)
    const isNew = ({ id }: { id: string }) => !start.movements.some(movement => movement.id === id)
    const factsNow = async () => {
      const facts = await readFacts(world.connectionString(), strangerIds)
      return { facts, judged: { ...facts, movements: facts.movements.filter(isNew) } }
    }
    const rounds = size.serverKills + size.databaseKills
    const judgedIds = new Set<string>()
    const clockFaults = { skewMs: mostBackMs, leaps: world.clock.leaps }

    for (let round = 1; round <= rounds; round++) {
      const from = clients.history.length
      const began = performance.now()
      const share = Math.ceil(size.operations / rounds)
      const isDatabases =
        Math.floor((round * size.databaseKills) / rounds) > Math.floor(((round - 1) * size.databaseKills) / rounds)
      const plan = nemesis.plan(isDatabases ? 'database' : 'server', size.faults)
      const endAttacks = strangers.start()
      const gap = Math.floor(share / (plan.length + 1))
      const first = clients.begun()
      let faults: Promise<void> = Promise.resolve()
      let midst: Promise<string[]> = Promise.resolve([])
      await clients.run(share, n => {
        if (n - first === Math.floor(share / 2)) midst = booksInTheMidst(world)
        const fault = (n - first) % gap === gap - 1 ? plan.shift() : undefined
        if (!fault) return
        faults = faults.then(() => nemesis.run(fault))
        // what fails here is heard below
        faults.catch(() => {})
      })
      await faults
      wrong.push(...(await midst))
      await until(world, 'the server is ready', world.isReady)
      await clients.runCalmly(Math.ceil(share * calmShare))
      await endAttacks()
      const ended = performance.now()
      await settleJobs(world)

      const before = await factsNow()
      const everySession = [...before.facts.sessions, ...before.facts.strangerSessions]
      const freshIds = new Set(everySession.map(({ id }) => id).filter(id => !judgedIds.has(id)))
      wrong.push(...judge(clients.history, before.judged, { ...clockFaults, freshIds }))
      for (const { id, status } of everySession) if (status === 'ended') judgedIds.add(id)
      const dark = clients.history.filter(({ outcome }) => outcome === 'info').length

      await clients.settleAll()
      await clients.repeatAll(from)
      await settleJobs(world)
      const after = await factsNow()
      wrong.push(...judge(clients.history, after.judged, { ...clockFaults, freshIds: new Set() }))
      wrong.push(...(await wrongStatements(world, accounts, after.facts)), ...clients.wrong.splice(0))
      wrong.push(...nemesis.takeWrong())
      wrong.push(...strangers.wrong.splice(0), ...wrongBlocks(clients.inTheWay.splice(0), after.facts))
      const seconds = (fromMs: number, toMs: number) => ((toMs - fromMs) / 1000).toFixed(1)
      say(
        `round ${round} of ${rounds}: ${clients.begun()} operations, ${clients.history.length} writes, ${dark} left in the dark until checked; ` +
          `${seconds(began, ended)} s under fire, ${seconds(ended, performance.now())} s to check; ` +
          `${wrong.length === 0 ? 'everything holds' : `${wrong.length} WRONG`}`,
      )
      if (wrong.length > 0) break
    }
    await strangers.signInVictims()
    wrong.push(...strangers.wrong.splice(0))
    return {
      wrong,
      operations: clients.begun(),
      writes: Object.fromEntries(
        ['ok', 'fail', 'info'].map(of => [of, clients.history.filter(({ outcome }) => outcome === of).length]),
      ),
      faults: Object.fromEntries(nemesis.counts),
      refusals: Object.fromEntries(clients.codes),
      attacks: Object.fromEntries(strangers.counts),
      attackAnswers: Object.fromEntries(strangers.statuses),
      measured: { ...nemesis.figures(), ...clients.longest() },
    }
  } finally {
    await world.close()
  }
}
