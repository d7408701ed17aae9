// Feeds: files of places or counts at a web address, polled on a schedule by one server at a time, and noticed when they fall silent.
import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { feeds as limits } from '@parkit/contract/platform/limits'
import { type CityRow, createCities } from '#city/cities/cities.ts'
import type { Places } from '#city/places/places.ts'
import { type Actor, recordAct } from '#city/team/team.ts'
import { outsideCity, type WorkDatabase } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { type OutsideHandler, schedule } from '#platform/jobs.ts'
import type { AppLog } from '#platform/log.ts'
import { type Fetched, FetchFault, fetchPublic, requireWebAddress, type Tag } from '#platform/public-fetch.ts'
import { closuresFormat } from './closures.ts'
import { takeCounts } from './counts.ts'
import * as feedStore from './feed-store.ts'
import type { FileToRead } from './readers.ts'
import { UnreadableFile } from './shape.ts'
import * as store from './store.ts'

export type Feed = Omit<feedStore.FeedSettings, 'url'> & {
  url: string
  format: feedStore.SourceRow['format']
  attribution: string
}
export type Source = feedStore.SourceRow

/** Of all files of a feed. Counts are read while drivers are served, so theirs are small; places are read by a thread of their own. */
const mostBytes = { counts: 5_000_000, places: 60_000_000 }
const timeoutMs = 20_000
const renewMs = 10_000
/** as a command of an import has: what needs more fails, and the server goes on */
const threadMb = 400
const threadMinutes = 5
/** until another feed of a city whose feed is being read is looked at again */
const busySeconds = 2

export const feedJob = 'feed-poll'
const refOf = (city: number, sourceId: string) => `${city} ${sourceId}`

type Deps = {
  db: Database
  clock: Clock
  places: Pick<Places, 'reportOccupancy'>
  log: Pick<AppLog, 'info' | 'warn' | 'error'>
  /** `host:port` that may be inside the network: stand-ins */
  allowedHosts: readonly string[]
  limits?: Partial<{ mostBytes: number; timeoutMs: number }>
}

/** Why a feed is not set; the message is for people, `field` is of what was given. */
export class FeedRefused extends Error {
  readonly field: keyof Feed | 'source'
  constructor(field: keyof Feed | 'source', message: string) {
    super(message)
    this.field = field
  }
}

const requireSound = ({ url, beside, every_seconds, silent_after_seconds, takes, format }: Feed): void => {
  for (const one of [url, ...beside])
    try {
      requireWebAddress(one)
    } catch (error) {
      throw new FeedRefused(one === url ? 'url' : 'beside', (error as Error).message)
    }
  if (!(every_seconds >= limits.leastSeconds))
    throw new FeedRefused('every_seconds', `A feed is polled every ${limits.leastSeconds} s at most.`)
  if (!(silent_after_seconds >= every_seconds))
    throw new FeedRefused(
      'silent_after_seconds',
      'A feed cannot be silent before it is polled again: --silent-after is not less than --every.',
    )
  if (takes === 'counts' && format === 'cds')
    throw new FeedRefused('format', 'Counts are read from ParkAPI, APDS, or a table with a mapping.')
}

/** Who changes a feed; `version`: as he saw it, null where there was none; undefined: whatever it is. */
type Changing = { actor: Actor; version?: number | null }

/** Sets, pauses, and ends feeds, and lists a city's sources; the next server to look at its jobs polls them. */
export const createFeedSettings = ({ db, clock }: { db: WorkDatabase; clock: Clock }) => {
  const find = (city: CityRow, sourceId: string): Promise<Source | null> =>
    feedStore.findSource(db.pool, city.id, sourceId)
  const pollAt = (tx: Queryable, city: CityRow, sourceId: string, at: Temporal.Instant) =>
    outsideCity(tx, () => schedule(tx, feedJob, refOf(city.id, sourceId), at))

  /** In a transaction. Throws `not_found` where it is no feed, and `changed_meanwhile`. */
  const lockFeed = async (tx: Queryable, city: CityRow, sourceId: string, version?: number | null) => {
    const source = await feedStore.lockSource(tx, city.id, sourceId)
    if (!source?.url) return refuse('not_found')
    if (version !== undefined && source.version !== version) refuse('changed_meanwhile')
    return source
  }
  const record = (tx: Queryable, city: CityRow, kind: string, sourceId: string, actor: Actor, after?: unknown) =>
    recordAct(tx, actor, { city: city.id, kind, subject: sourceId, after }, clock.now())

  return {
    /** Polled at once, and from then on. Throws `FeedRefused` and `changed_meanwhile`. */
    set: (city: CityRow, sourceId: string, feed: Feed, { actor, version }: Changing): Promise<void> =>
      db.transaction(async tx => {
        requireSound(feed)
        const { format, attribution, ...settings } = feed
        if (version) await lockFeed(tx, city, sourceId, version)
        await store.insertSource(tx, city.id, sourceId, format, attribution)
        const source = (await feedStore.lockSource(tx, city.id, sourceId))!
        if (version === null && source.url !== null) refuse('changed_meanwhile')
        // its license asks that data made from OpenStreetMap stays apart from other data
        if ((source.format as string) === closuresFormat || (source.format === 'osm') !== (format === 'osm'))
          throw new FeedRefused('source', `The source ${sourceId} is of ${source.format}.`)
        const others = (await feedStore.listSources(tx, city.id)).filter(one => one.source_id !== sourceId)
        if (settings.counts_of !== null && !others.some(one => one.source_id === settings.counts_of))
          throw new FeedRefused('counts_of', `There is no source ${settings.counts_of} whose places could be counted.`)
        if (others.filter(one => one.url !== null).length >= limits.most)
          throw new FeedRefused('source', `A city has ${limits.most} feeds at most.`)
        const now = clock.now()
        await feedStore.setFeed(tx, city.id, sourceId, format, JSON.stringify(settings), now)
        await pollAt(tx, city, sourceId, now)
        await record(tx, city, 'feedSet', sourceId, actor, { format, ...settings, mapping: undefined })
      }),

    /** Or polls it again, at once. Throws `not_found` and `changed_meanwhile`. */
    pause: (city: CityRow, sourceId: string, isPaused: boolean, { actor, version }: Changing): Promise<void> =>
      db.transaction(async tx => {
        const { paused_at } = await lockFeed(tx, city, sourceId, version)
        if ((paused_at !== null) === isPaused) return
        const now = clock.now()
        await feedStore.setPaused(tx, city.id, sourceId, isPaused ? now : null, now)
        if (!isPaused) await pollAt(tx, city, sourceId, now)
        await record(tx, city, isPaused ? 'feedPaused' : 'feedResumed', sourceId, actor)
      }),

    /** Besides its schedule. Throws `not_found`, and `changed_meanwhile` where it is paused. */
    pollNow: (city: CityRow, sourceId: string): Promise<void> =>
      db.transaction(async tx => {
        if ((await lockFeed(tx, city, sourceId)).paused_at) refuse('changed_meanwhile')
        await pollAt(tx, city, sourceId, clock.now())
      }),

    /** A poll that is under way ends; no other follows. Throws `not_found` and `changed_meanwhile`. */
    end: (city: CityRow, sourceId: string, { actor, version }: Changing): Promise<void> =>
      db.transaction(async tx => {
        await lockFeed(tx, city, sourceId, version)
        await feedStore.endFeed(tx, city.id, sourceId)
        await record(tx, city, 'feedEnded', sourceId, actor)
      }),

    find,
    list: (cityId: number): Promise<Source[]> => feedStore.listSources(db.pool, cityId),
  }
}

/** What the thread is handed. */
export type CheckedFeed = { connectionString: string; cityCode: string; file: FileToRead & { sourceId: string } }

/** In a thread of its own, so that reading a large file delays no driver's call. Throws `UnreadableFile`. */
const checkInThread = (data: CheckedFeed): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./feed-check.ts', import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: threadMb },
    })
    const timer = setTimeout(() => {
      reject(new UnreadableFile(`The file was not checked within ${threadMinutes} minutes.`))
      void worker.terminate()
    }, threadMinutes * 60_000)
    worker.once('message', ({ importId, unreadable }: { importId: string | null; unreadable?: string }) =>
      unreadable === undefined ? resolve(importId) : reject(new UnreadableFile(unreadable)),
    )
    worker.once('error', reject)
    worker.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`The thread that checks a feed ended with ${code}`))
    })
  })

export const createFeeds = ({ db, clock, places, log, allowedHosts, limits = {} }: Deps) => {
  type Read = { files: Fetched[]; tags: Record<string, Tag> }
  /** by id: a city whose feeds answer slowly keeps none of the others waiting */
  const reading = new Set<number>()

  /** All files of a feed; null where none has changed. Throws `FetchFault`. */
  const readFiles = async ({ url, beside, takes, tags }: Source): Promise<Read | null> => {
    const urls = [url!, ...beside]
    const bounds = { mostBytes: mostBytes[takes], timeoutMs, allowedHosts, ...limits }
    const fetchOne = async (one: string, tag: Tag) => {
      const file = await fetchPublic(one, tag, bounds)
      bounds.mostBytes -= file?.bytes.length ?? 0
      return file
    }
    const fetched: (Fetched | null)[] = []
    for (const one of urls) fetched.push(await fetchOne(one, tags[one] ?? {}))
    if (fetched.every(one => one === null)) return null
    // what has not changed is needed beside what has
    const files: (Fetched | null)[] = []
    for (const [i, one] of fetched.entries()) files.push(one ?? (await fetchOne(urls[i]!, {})))
    if (files.includes(null)) throw new FetchFault('it answered 304 unasked')
    return { files: files as Fetched[], tags: Object.fromEntries(files.map((one, i) => [urls[i]!, one!.tag])) }
  }

  /** Answers whether there was a new count. */
  const takeNewCounts = async (source: Source, city: CityRow, [file]: Fetched[], now: Temporal.Instant) => {
    const { source_id: sourceId, counts_of, format, mapping } = source
    const taken = await takeCounts(
      { db, places },
      city,
      { format, bytes: file!.bytes, mapping: mapping ?? undefined, sourceId, placesOf: counts_of ?? sourceId },
      now,
    )
    const [first] = taken.refused
    if (taken.accepted === 0 && taken.same === 0 && first)
      throw new UnreadableFile(`No count was taken: ${first.reason}, in ${taken.refused.length} rows.`)
    return taken.accepted > 0
  }

  /** A feed of places is checked and waits for a person: it withdraws nothing and changes no price by itself. */
  const checkPlaces = async (source: Source, { code }: CityRow, files: Fetched[]) => {
    const [bytes, ...beside] = files.map(file => file.bytes) as [Buffer, ...Buffer[]]
    const { source_id, format, mapping, attribution, otherwise } = source
    const importId = await checkInThread({
      connectionString: db.connectionString,
      cityCode: code,
      file: {
        sourceId: source_id,
        format,
        bytes,
        beside,
        mapping: mapping ?? undefined,
        attribution,
        otherwise: otherwise ?? undefined,
      },
    })
    if (importId)
      log.info({ city: code, source: source_id, import: importId }, 'places of a feed changed and wait to be published')
  }

  /** Answers what is to be kept of it. Throws a fault that is for people. */
  const read = async (source: Source, city: CityRow, now: Temporal.Instant) => {
    const kept = { isGood: source.takes === 'places', tags: source.tags, hash: source.content_hash }
    const answer = await readFiles(source)
    if (!answer) return kept
    const { files, tags } = answer
    const hash = files.reduce((digest, { bytes }) => digest.update(bytes), createHash('sha256')).digest('hex')
    if (hash === source.content_hash) return { ...kept, tags }
    if (source.takes === 'counts') return { isGood: await takeNewCounts(source, city, files, now), tags, hash }
    await checkPlaces(source, city, files)
    return { isGood: true, tags, hash }
  }

  const tellSilence = (before: Source, after: Source | null) => {
    const what = {
      city: before.city_code,
      source: before.source_id,
      lastOkAt: after?.last_ok_at?.toString(),
      reason: after?.last_error,
    }
    if (after?.silent_since && !before.silent_since) log.warn(what, 'a feed is silent')
    if (before.silent_since && after && !after.silent_since) log.info(what, 'a feed is heard again')
  }

  /** Reads it, keeps what is good, and schedules the next time, whatever comes of this one. */
  const poll: OutsideHandler = async (ref, now, renew) => {
    const [cityId, sourceId] = ref.split(' ') as [string, string]
    const source = await feedStore.findSource(db.pool, Number(cityId), sourceId)
    const city = source && (await createCities({ db, clock }).find(source.city_code))
    if (!source?.url || source.paused_at || !city) return
    if (reading.has(city.id)) return schedule(db.pool, feedJob, ref, now.add({ seconds: busySeconds }))
    reading.add(city.id)
    let heard = { isGood: false, tags: source.tags, hash: source.content_hash }
    let fault: string | null = null
    // a lease that is lost ends nothing here: another server reads the same once more
    const renewal = setInterval(() => void renew().catch(() => {}), renewMs)
    try {
      heard = await read(source, city, now)
    } catch (error) {
      const isForPeople = error instanceof FetchFault || error instanceof UnreadableFile
      fault = isForPeople ? error.message : 'it could not be read; the log says why'
      if (!isForPeople) log.error({ err: error, city: city.code, source: sourceId }, 'a feed could not be read')
    } finally {
      clearInterval(renewal)
      reading.delete(city.id)
    }
    const at = clock.now()
    await feedStore.setHeard(
      db.pool,
      city.id,
      sourceId,
      at,
      heard.isGood,
      fault,
      JSON.stringify(heard.tags),
      heard.hash,
    )
    tellSilence(source, await feedStore.findSource(db.pool, city.id, sourceId))
    await schedule(db.pool, feedJob, ref, at.add({ seconds: source.every_seconds! }))
  }

  return { jobs: { [feedJob]: poll }, most: { [feedJob]: 2 } }
}
