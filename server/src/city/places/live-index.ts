// The place index of this process: read from the database, read again after an import, and updated by operators' counts.
import { fillBooks, loadRules } from '#city/rules/rules.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { createInvalidatingCache } from '#platform/invalidating-cache.ts'
import { loadPlaceIndex, type PlaceIndex } from './place-index.ts'
import * as store from './store.ts'
import { type ZoneId, zoneKey } from './zone-key.ts'

const mostOutlines = 10_000
/** a day: Node's timers take no more than 24 of them */
const longestTimerMs = 24 * 60 * 60_000
/** Thousands of edges in a second are told together: whoever looks at places reads again each time. */
const shortestTimerMs = 1_000

type Deps = { db: Database; clock: Clock; onError: (error: unknown) => void }
export const createLiveIndex = ({ db, clock, onError }: Deps) => {
  let index: PlaceIndex | null = null
  let loading: Promise<void> | null = null
  let loadAgain = false
  /** counts that arrived while the places were being read */
  let meanwhile: store.Count[] = []
  /** read from the database when asked for */
  const outlines = createInvalidatingCache<[number, number][]>(mostOutlines)
  let endListening = () => {}
  /** of each change of what is said of places, once it is read */
  let onChange = () => {}
  let nextEdge: ReturnType<typeof setTimeout> | undefined

  /** Tells of a change, and again when the next closure or event rate begins or ends, which nobody writes. */
  const tell = (): void => {
    onChange()
    clearTimeout(nextEdge)
    const now = clock.now()
    const edge = index?.rules().nextEdge(now)
    if (!edge) return
    const waitMs = Math.max(edge.since(now).total('milliseconds'), shortestTimerMs)
    nextEdge = setTimeout(tell, Math.min(waitMs, longestTimerMs)).unref()
  }

  const load = async () => {
    do {
      loadAgain = false
      meanwhile = []
      await fillBooks(db, clock.now())
      const read = await loadPlaceIndex(db.pool, clock.now())
      read.addCounts(meanwhile)
      index = read
      // the first driver who types a name is not to wait for it
      void read.search().catch(onError)
      outlines.invalidateAll()
      tell()
    } while (loadAgain)
  }
  /** Reads all places again; a call during a read starts one more after it. */
  const reload = (): Promise<void> => {
    if (loading) loadAgain = true
    loading ??= load().finally(() => {
      loading = null
    })
    return loading
  }

  /** By `zoneKey`, from the database. */
  const readOutlines = async (zones: ZoneId[]): Promise<Map<string, [number, number][]>> => {
    if (zones.length === 0) return new Map()
    const [cities, numbers] = [zones.map(({ cityId }) => cityId), zones.map(({ zoneNumber }) => zoneNumber)]
    const rows = await store.selectOutlines(db.pool, cities, numbers)
    return new Map(
      rows.map(({ city, zone_number, outline }) => [zoneKey({ cityId: city, zoneNumber: zone_number }), outline]),
    )
  }

  const reloadSoon = () => void reload().catch(onError)

  let refreshing: Promise<void> | null = null
  let refreshAgain = false
  const refresh = async () => {
    await loading?.catch(() => {})
    do {
      refreshAgain = false
      const rules = await loadRules(db.pool, clock.now())
      index?.setRules(rules)
      tell()
    } while (refreshAgain)
  }
  /** Reads the rules alone; a change during a read starts one more after it. */
  const refreshSoon = (): void => {
    if (refreshing) refreshAgain = true
    refreshing ??= refresh()
      .catch(onError)
      .finally(() => {
        refreshing = null
      })
  }

  const addCounts = (counts: store.Count[]): void => {
    if (loading) meanwhile.push(...counts)
    index?.addCounts(counts)
  }

  /** Of each zone; what is not remembered is read in one statement. */
  const outlinesOf = async (zones: ZoneId[]): Promise<[number, number][][]> => {
    const known = new Map(zones.map(zone => [zoneKey(zone), outlines.get(zoneKey(zone), 0)]))
    const missing = zones.filter(zone => !known.get(zoneKey(zone)))
    const readAt = outlines.version()
    for (const [owner, value] of await readOutlines(missing)) {
      known.set(owner, value)
      outlines.set(owner, { value, owner, readAt, fromMs: 0, untilMs: Infinity })
    }
    return zones.map(zone => known.get(zoneKey(zone)) ?? [])
  }

  return {
    /** Throws `unavailable` before the first read. */
    get: (): PlaceIndex => index ?? refuse('unavailable'),
    reload,
    outlinesOf,
    readOutlines,
    /** Calls it when what is said of places or rules has changed; the last one given alone. */
    onChange: (listener: () => void): void => {
      onChange = listener
    },

    /** Reads all places and listens for what changes them. */
    start: async (): Promise<void> => {
      endListening = await db.changes.listen(['zone', 'rules', 'override', 'count'], change => {
        if (change?.topic === 'count') addCounts(JSON.parse(change.ref!))
        else if (change?.topic === 'rules' || change?.topic === 'override') refreshSoon()
        else reloadSoon()
      })
      await reload()
    },
    stop: async (): Promise<void> => {
      endListening()
      clearTimeout(nextEdge)
      await loading
      await refreshing
    },
  }
}
