// The entry of imports: reading and checking a file, its dry run, publishing it in one transaction, and undoing that.
import { createHash, randomUUID } from 'node:crypto'
import type { CityRow } from '#city/cities/cities.ts'
import { replaceNames } from '#city/places/places.ts'
import { publishBooks, publishDays, selectListIds } from '#city/rules/rules.ts'
import { type Actor, always, nameOf, needsSecond, type ProposalRow, propose, recordAct } from '#city/team/team.ts'
import { outsideCity, type WorkDatabase } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import type { Queryable } from '#platform/db.ts'
import { checkReading } from './check.ts'
import { closuresFormat, createClosureImports } from './closures.ts'
import { type Change, compare, type KeptPlace } from './compare.ts'
import { booksOf, changesPrices, digestOf, type Publishing } from './prices.ts'
import { type FileToRead, readFile } from './readers.ts'
import { ImportRefused } from './refused.ts'
import { isOver, ownerOf, requireState, type Uploaded } from './run-state.ts'
import { UnreadableFile } from './shape.ts'
import * as store from './store.ts'
import { type Undoing, type Undone, undoIn } from './undo.ts'

export { closuresFormat } from './closures.ts'
export type { Change } from './compare.ts'
export { createFeedSettings, createFeeds, type Feed, FeedRefused, feedJob, type Source } from './feeds.ts'
export { type FileToRead, type Format, formats } from './readers.ts'
export { ImportRefused, type RefusedCode } from './refused.ts'
export { undoUntil } from './run-state.ts'
export { UnreadableFile } from './shape.ts'
export type { RunRow as ImportRun } from './store.ts'
export type { Undone } from './undo.ts'

/** How far a step is, for a progress bar. */
export type Progress = (step: 'reading' | 'checking' | 'writing rows' | 'publishing', done: number, of: number) => void

const rowsAtOnce = 2_000
const pages = function* <T>(rows: T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) yield rows.slice(from, from + rowsAtOnce)
}

/** An import whose file is still to come; `check` is given its id. */
export const newRun = async (
  db: WorkDatabase,
  city: CityRow,
  importId: string,
  {
    Source,
    Format,
    Attribution = '',
    by,
  }: { Source: string; Format: string; Attribution?: string | undefined; by: string },
  now: Temporal.Instant,
): Promise<void> => {
  await store.insertSource(db.pool, city.id, Source, Format, Attribution)
  await store.insertRun(db.pool, importId, city.id, Source, Format, '', by, now)
}

type Deps = { db: WorkDatabase; clock: Clock }
export const createImports = ({ db, clock }: Deps) => {
  const requireRun = async (importId: string) =>
    (await store.findRun(db.pool, importId)) ??
    Promise.reject(new ImportRefused('import_unknown', `There is no import ${importId}.`))

  const closures = createClosureImports({ db, clock })

  /** The city's places: those of the source, and the numbers of all. */
  const readZones = async (tx: Parameters<typeof store.selectZones>[0], city: number, sourceId: string) => {
    const zones = await store.selectZones(tx, city, sourceId)
    return {
      current: new Map(
        zones.flatMap(({ zoneNumber, place }): [string, KeptPlace][] => (place ? [[zoneNumber, place]] : [])),
      ),
      known: new Map(
        zones.flatMap(({ zoneNumber, sourceId: own, ref }): [string, string][] =>
          own === sourceId && ref !== null ? [[ref, zoneNumber]] : [],
        ),
      ),
      taken: new Set(zones.map(({ zoneNumber }) => zoneNumber)),
    }
  }

  /** In a transaction: answers the proposal that it waits for, null where it is published. */
  const publishIn = async (
    tx: Queryable,
    city: CityRow,
    importId: string,
    { by: name = '', actor = { command: name }, confirmed, proposalId, once = always }: Publishing,
    progress: Progress = () => {},
  ): Promise<string | null> => {
    const by = nameOf(actor)
    await store.lockCityPlaces(tx, city.id)
    return once(tx, async () => {
      const run = await requireState(tx, city, importId, 'checked')
      const at = clock.now()
      if (isOver(run.read_at, at))
        throw new ImportRefused('import_stale', 'The check is older than 30 days. Check the file again.')
      const act = { city: city.id, kind: 'importPublished', subject: importId, after: run.counters, proposalId }
      if (run.format === closuresFormat) {
        await closures.publish(tx, city, run, { confirmed, actor })
        await store.setPublished(tx, importId, by, at)
        await recordAct(tx, actor, act, at)
        return null
      }
      if (run.base !== (await store.selectBase(tx, city.id)))
        throw new ImportRefused('import_stale', 'Places of the city changed since the check. Check the file again.')
      if (run.counters.withdrawnShare * 100 > city.mostWithdrawnPercent && confirmed !== city.name)
        throw new ImportRefused(
          'name_needed',
          `${(run.counters.withdrawnShare * 100).toFixed(1)} % of the places would be withdrawn. Name the city to go on.`,
        )
      const now = clock.now()
      if (!proposalId && (await needsSecond(tx, city.id))) {
        const repriced = await changesPrices(tx, city, run, now)
        if (repriced) {
          if ('command' in actor)
            throw new ImportRefused(
              'needs_approval',
              `Prices of ${city.name} would change, which needs two people: say who you are with --by EMAIL.`,
            )
          const payload = { Source: run.source_id, Counters: run.counters, ...repriced }
          const digest = await digestOf(tx, city, run)
          return propose(tx, city, { kind: 'places', subject: importId, payload, digest }, actor, now)
        }
      }
      for (const list of run.rules.lists)
        await publishDays(tx, { ...list, city: city.id, timeZone: city.timeZone }, now)
      await publishBooks(tx, city.id, booksOf(run, by, now), now)
      const { current } = await readZones(tx, city.id, run.source_id)
      const { added, changed, withdrawn } = run.counters
      let done = 0
      for await (const page of store.changedPages(tx, importId)) {
        const rows = page.filter(row => row.after !== null || row.change === 'withdrawn')
        const places = rows.map(({ key, change, after }): KeptPlace => {
          const before = current.get(key)
          return change === 'withdrawn' ? { ...before!, state: 'withdrawn' } : ({ ...before, ...after } as KeptPlace)
        })
        const written = await store.writeZones(tx, places, {
          city: city.id,
          timeZone: city.timeZone,
          sourceId: run.source_id,
        })
        await store.setVersions(
          tx,
          importId,
          written.map(({ zone_number }) => zone_number),
          written.map(({ version }) => version),
        )
        done += rows.length
        progress('publishing', done, added + changed + withdrawn)
      }
      const names = await store.findNames(tx, importId)
      if (names) await outsideCity(tx, () => replaceNames(tx, city.code, 'import', names))
      await store.setPublished(tx, importId, by, now)
      await store.tellChanged(tx, city.id, city.code, importId)
      await recordAct(tx, actor, act, now)
      return null
    })
  }

  return {
    /**
     * Reads a file, checks it, and stores what publishing it would do, row by row; nothing else changes. Throws `UnreadableFile` where the file
     * is not what it says. `uploaded`: whose rows they are, and the claim to check it; throws `ImportRefused` where another took that over.
     */
    check: async (
      city: CityRow,
      { sourceId, by, uploaded, ...file }: FileToRead & { sourceId: string; by: string; uploaded?: Uploaded },
      progress: Progress = () => {},
    ): Promise<store.RunRow> => {
      const { importId, claim } = uploaded ?? { importId: randomUUID(), claim: null }
      const requireOwn = ownerOf(importId)
      const hash = createHash('sha256').update(file.bytes).digest('hex')
      progress('reading', 0, 1)
      const reading = readFile(file, city)
      const known = await store.selectSourceFormat(db.pool, city.id, sourceId)
      // its license asks that data made from OpenStreetMap stays apart from other data
      if (known === closuresFormat || (known && (known === 'osm') !== (file.format === 'osm')))
        throw new UnreadableFile(
          `The source ${sourceId} is of ${known}. Closures and OpenStreetMap’s places are sources of their own.`,
        )
      await store.insertSource(db.pool, city.id, sourceId, file.format, file.attribution ?? '')
      if (!uploaded) await store.insertRun(db.pool, importId, city.id, sourceId, file.format, hash, by, clock.now())
      try {
        progress('checking', 0, 1)
        const base = await store.selectBase(db.pool, city.id)
        const { current, known, taken } = await readZones(db.pool, city.id, sourceId)
        const listIds = new Set((await selectListIds(db.pool, city.id)).map(({ list_id }) => list_id))
        const checked = checkReading(reading, city, { known, taken, listIds })
        const { rows, counters } = compare(checked, current, reading.rowsRead)
        const nths = new Map<number, number>()
        let done = 0
        for (const page of pages(rows)) {
          const numbered = page.map(row => {
            const nth = nths.get(row.rowNo) ?? 0
            nths.set(row.rowNo, nth + 1)
            return { ...row, nth }
          })
          requireOwn(await store.insertRows(db.pool, importId, numbered, claim))
          done += page.length
          progress('writing rows', done, rows.length)
        }
        const books = checked.books.map(({ row: _, ...book }) => ({
          ...book,
          inForceFrom: book.inForceFrom?.toString() ?? null,
        }))
        const rules = JSON.stringify({ books, lists: checked.lists })
        if (reading.names) await store.setNames(db.pool, importId, JSON.stringify(reading.names))
        requireOwn(await store.setChecked(db.pool, importId, JSON.stringify(counters), rules, base, claim))
      } catch (error) {
        // of an uploaded file by its claim
        if (!uploaded) await store.setFailed(db.pool, importId)
        throw error
      }
      return requireRun(importId)
    },

    /** The same of closures and event rates; `publish` and `undo` take its run like those of places. Throws `UnreadableFile`. */
    checkClosures: closures.check,

    find: (importId: string): Promise<store.RunRow | null> => store.findRun(db.pool, importId),
    /** The newest first, the next after one of them. */
    list: (
      cityId: number,
      after: [readAt: string, importId: string] | null = null,
      limit = 20,
    ): Promise<store.RunRow[]> => store.listRuns(db.pool, cityId, after?.[0] ?? null, after?.[1] ?? null, limit),
    /** Rows with one of these changes, the next after one of them. */
    rows: (importId: string, changes: Change[], after: { rowNo: number; nth: number } | null, limit: number) =>
      store.selectRows(db.pool, importId, changes, after?.rowNo ?? -1, after?.nth ?? 0, limit),
    /** How many rows were refused for each reason. */
    reasons: (importId: string) => store.selectReasons(db.pool, importId, true),
    /** How many rows are taken without a price for each reason. */
    warnings: (importId: string) => store.selectReasons(db.pool, importId, false),

    publishIn,

    /**
     * Writes what the check found in one transaction; of a live city whose prices would change it writes the proposal, and answers that. Throws
     * `ImportRefused`: `import_stale` where the city's places changed since the check, `name_needed` where more are withdrawn than the city's facts let pass and
     * `confirmed` is not the city's name, `needs_approval` where a command that names nobody of the city would change prices.
     */
    publish: async (
      city: CityRow,
      importId: string,
      publishing: Publishing,
      progress: Progress = () => {},
    ): Promise<store.RunRow & { proposal: string | null }> => {
      const proposal = await db.transaction(tx => publishIn(tx, city, importId, publishing, progress))
      return { ...(await requireRun(importId)), proposal }
    },

    /**
     * Gives each place back what it was before; rule books stay, and nothing refers to those that came with it. Of a live city whose prices would
     * change it writes the proposal. Throws `ImportRefused`.
     */
    undo: (city: CityRow, importId: string, undoing: Undoing): Promise<Undone> =>
      db.transaction(tx => undoIn(tx, closures, city, importId, undoing, clock.now())),

    /** What a proposal does that an import waits for. */
    effect: {
      digestOf: async (tx: Queryable, city: CityRow, importId: string) => {
        const run = await store.findRun(tx, importId)
        return run?.city === city.id ? digestOf(tx, city, run) : null
      },
      carryOut: async (
        tx: Queryable,
        city: CityRow,
        { subject, proposal_id, payload }: ProposalRow,
        approver: Actor,
      ) => {
        const agreed = { actor: approver, proposalId: proposal_id }
        if (payload.Undo) {
          await undoIn(tx, closures, city, subject, agreed, clock.now())
          return { after: { State: 'undone' } }
        }
        await publishIn(tx, city, subject, { ...agreed, confirmed: city.name })
        return { after: { State: 'published' } }
      },
    },
  }
}
export type Imports = ReturnType<typeof createImports>
