// Suggestions among 1,000,000 names: server time, memory, start; with `postgres` also by pg_trgm: `node bench/search.ts [names] [postgres]`.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { newDataDir } from '../e2e/server.ts'
import { createSearch } from '../server/src/city/places/search.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'
import { createNames, createQueries } from './search-names.ts'
import { openTrigrams } from './search-store.ts'

const count = Number(process.argv[2] ?? 1_000_000)
const queriesOfEach = 300
const limitMs = 30
const from = { latitude: 41.882, longitude: -87.6278 }

setFlagsFromString('--expose_gc')
const collectGarbage: () => void = runInNewContext('gc')
const heapMb = () => {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

const named = createNames(count)
const queries = createQueries(named, queriesOfEach)

if (process.argv[3] === 'postgres') {
  const { dataDir, remove } = newDataDir()
  const postgres = await startPostgres({ dataDir, durable: false })
  try {
    const trigrams = await openTrigrams(postgres.connectionString, named)
    report({ what: `pg_trgm index of ${count} names`, value: trigrams.megabytes, unit: 'MB' })
    for (const [what, typed] of Object.entries(queries)) {
      const times: number[] = []
      for (const query of typed.slice(0, 50)) {
        const started = performance.now()
        await trigrams.suggest(query)
        times.push(performance.now() - started)
      }
      report({ what: `pg_trgm, ${what}: p95`, value: quantiles(times).p95, unit: 'ms' })
    }
    await trigrams.end()
  } finally {
    await postgres.stop()
    remove()
  }
}

const before = heapMb()
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
const started = performance.now()
const search = await createSearch(named)
report({ what: `index of ${count} names`, value: performance.now() - started, unit: 'ms' })
delay.disable()
report({ what: 'longest wait of other calls meanwhile', value: delay.max / 1e6, unit: 'ms' })
report({ what: 'memory of the index beside its names', value: heapMb() - before, unit: 'MB' })

const all: number[] = []
for (const [what, typed] of Object.entries(queries)) {
  for (const query of typed.slice(0, 20)) search.suggest(query, from, 8)
  const times = typed.map(query => {
    const begun = performance.now()
    search.suggest(query, from, 8)
    return performance.now() - begun
  })
  all.push(...times)
  report({ what: `${what}: p95`, value: quantiles(times).p95, unit: 'ms', limit: limitMs })
}
report({ what: 'all: p95', value: quantiles(all).p95, unit: 'ms', limit: limitMs })
