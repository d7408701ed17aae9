// The thread that checks the places of a feed against its city: what changed waits to be published, and replaces what waited before.
import { parentPort, workerData } from 'node:worker_threads'
import { createCities } from '#city/cities/cities.ts'
import { systemClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/db.ts'
import { dropChecked } from './feed-store.ts'
import type { CheckedFeed } from './feeds.ts'
import { createImports } from './imports.ts'
import { UnreadableFile } from './shape.ts'

/** Who made the checks that come from a feed. */
const by = 'feed'

const check = async ({ connectionString, cityCode, file }: CheckedFeed): Promise<string | null> => {
  const db = openDatabase({ connectionString, poolSize: 1 })
  try {
    const city = await createCities({ db, clock: systemClock }).find(cityCode)
    if (!city) return null
    const run = await createImports({ db, clock: systemClock }).check(city, { ...file, by })
    const { added, changed, withdrawn } = run.counters
    const importId = added + changed + withdrawn > 0 ? run.import_id : null
    await dropChecked(db.pool, city.id, file.sourceId, by, importId)
    return importId
  } finally {
    await db.close()
  }
}

try {
  parentPort!.postMessage({ importId: await check(workerData as CheckedFeed) })
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  parentPort!.postMessage({ unreadable: error.message })
}
