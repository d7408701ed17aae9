// Processes killed between commit and notification, 1,000 of them: when two others know each change: `node bench/killed.ts [count]`.
import { newDataDir } from '../e2e/server.ts'
import { openDatabase } from '../server/src/platform/db.ts'
import { dieAfterCommit } from '../server/src/platform/killed-testing.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { report } from './figures.ts'

const count = Number(process.argv[2] ?? 1_000)
const atOnce = 2
const limitMs = 2_000

const { dataDir, remove } = newDataDir()
const { connectionString, stop } = await startPostgres({ dataDir })
try {
  await migrate({ connectionString })
  const listeners = [1, 2].map(() => openDatabase({ connectionString, poolSize: 2 }))
  const heard = listeners.map(() => new Map<string, number>())
  for (const [i, { changes }] of listeners.entries())
    await changes.listen(['money'], change => change && heard[i]!.set(change.ref!, performance.now()))
  // what the machine itself delays: asking nothing, every tenth of a second
  const bare = openDatabase({ connectionString, poolSize: 1 })
  let longestBareMs = 0
  let isOver = false
  const askNothing = async () => {
    while (!isOver) {
      const began = performance.now()
      await new Promise(done => setTimeout(done, 100))
      await bare.pool.query('select 1')
      longestBareMs = Math.max(longestBareMs, performance.now() - began - 100)
    }
  }
  const asking = askNothing()
  const died = new Map<string, number>()
  let next = 0
  const kill = async () => {
    while (next < count) {
      const ref = `killed ${next++}`
      await dieAfterCommit(connectionString, ref)
      died.set(ref, performance.now())
    }
  }
  await Promise.all(Array.from({ length: atOnce }, kill))
  const isCurrent = () => heard.every(of => of.size >= count)
  for (const end = performance.now() + 5 * limitMs; !isCurrent() && performance.now() < end; )
    await new Promise(done => setTimeout(done, 20))
  const lags = heard.flatMap(of => [...died].map(([ref, at]) => (of.get(ref) ?? Infinity) - at))
  report({
    what: `the longest until both listeners know what ${count.toLocaleString('en')} killed processes committed`,
    value: Math.max(0, ...lags),
    unit: 'ms',
    limit: limitMs,
  })
  report({
    what: 'of them, both listeners together, later than that',
    value: lags.filter(lag => lag > limitMs).length,
    unit: 'changes',
  })
  isOver = true
  await asking
  report({ what: 'meanwhile the longest that the machine delayed a bare query', value: longestBareMs, unit: 'ms' })
  await bare.close()
  await Promise.all(listeners.map(listener => listener.close()))
} finally {
  await stop()
  remove()
}
