// A city's files over HTTP: uploaded part by part into the database, checked, published, and undone in a thread, read row by row.
import { createHash, randomUUID } from 'node:crypto'
import type { Answer, Input } from '@parkit/contract/platform/call'
import type { Language } from '@parkit/contract/platform/errors'
import { imports as limits, page } from '@parkit/contract/platform/limits'
import type * as contract from '@parkit/contract/staff/console-imports'
import { ImportForm } from '@parkit/contract/staff/console-imports-schemas'
import type { FastifyRequest } from 'fastify'
import type { CityRow } from '#city/cities/cities.ts'
import { type Change, closuresFormat, createImports, formats, newRun } from '#city/imports/imports.ts'
import { scopedTo, type WorkDatabase } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { Refusal, refuse, refuseField } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { readCursor, readPage } from '#platform/pagination.ts'
import { type CityContext, personOf } from './context.ts'
import type { ImportThreads, TaskSize } from './import-threads.ts'
import { waitingOf } from './once.ts'
import * as store from './store.ts'

type Run = NonNullable<Awaited<ReturnType<ReturnType<typeof createImports>['find']>>>

/** of a file, in a row of its own */
const partBytes = 1_048_576
/** what a server works on beside its drivers keeps them waiting: 1 MB of a table for two seconds */
const [largeBytes, largeRows] = [100_000, 1_000]
/** bytes of a file times letters of its mapping, of which each row may take a copy */
const tinyWork = 20_000_000

const runOf = (run: Run, { error, isBroken }: store.Fault): contract.ImportRun => {
  const { counters: all } = run
  return {
    ImportId: run.import_id,
    Source: run.source_id,
    Format: run.format,
    State: isBroken ? 'read' : run.state,
    Error: isBroken ? 'The check broke off. Check the file again.' : error,
    Counters:
      all.read === undefined
        ? null
        : {
            Read: all.read,
            Added: all.added,
            Changed: all.changed,
            Withdrawn: all.withdrawn,
            Same: all.same,
            Refused: all.refused,
            Unpayable: all.unpayable,
            WithdrawnShare: all.withdrawnShare,
          },
    MadeBy: run.made_by,
    ReadAt: run.read_at.toString(),
    PublishedAt: run.published_at?.toString() ?? null,
    PublishedBy: run.published_by,
    UndoneAt: run.undone_at?.toString() ?? null,
  }
}

/** The fields that came before the file. Throws at the first wrong one. */
const readForm = (fields: Record<string, string>): contract.ImportForm => {
  const parsed = ImportForm.safeParse(fields)
  if (!parsed.success)
    throw new Refusal('bad_input', {
      fields: Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse(),
      ) as never,
    })
  if (!(formats as readonly string[]).includes(parsed.data.Format)) refuseField('Format', 'from_list')
  return parsed.data
}

/** Writes a file in parts as it arrives, so that it is never whole in memory. Adds its bytes to the hash. */
const keepFile = async (
  db: WorkDatabase,
  importId: string,
  [role, name]: [store.FileRole, string],
  stream: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
) => {
  let waiting: Buffer[] = []
  let size = 0
  let part = 0
  const write = async () => {
    await store.insertPart(db.pool, importId, role, name, part++, Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  for await (const chunk of stream) {
    hash.update(chunk)
    waiting.push(chunk)
    size += chunk.length
    if (size >= partBytes) await write()
  }
  if (size > 0 || part === 0) await write()
}

const importIn = async (db: Queryable, city: CityRow, imports: ReturnType<typeof createImports>, importId: string) => {
  const run = await imports.find(importId)
  if (run?.city !== city.id) return refuse('not_found')
  return runOf(run, (await store.listFaults(db, [importId]))[0] ?? refuse('not_found'))
}

const sizeOf = ({ Counters }: contract.ImportRun): TaskSize => ((Counters?.Read ?? 0) > largeRows ? 'large' : 'tiny')

type Deps = { db: Database; clock: Clock; threads: ImportThreads }
export const createImportCalls = ({ db, clock, threads }: Deps) => {
  const of = (city: CityRow) => {
    const scoped = scopedTo(db, city.id)
    const imports = createImports({ db: scoped, clock })
    return { scoped, imports, read: (importId: string) => importIn(scoped.pool, city, imports, importId) }
  }
  const taskOf = ({ city, now }: CityContext) => ({
    connectionString: db.connectionString,
    city: city.code,
    now: now.toString(),
  })

  return {
    list: async (
      { city }: CityContext,
      query: Input<typeof contract.cityImports>['query'],
    ): Promise<Answer<typeof contract.cityImports>> => {
      const { scoped, imports } = of(city)
      const [at, id] = readCursor('time', query.Cursor)
      const read = (most: number) => imports.list(city.id, at && id ? [at, id] : null, most)
      const cursorOf = ({ read_at, import_id }: Run) => `${read_at} ${import_id}`
      const { Items, NextCursor } = await readPage(query, read, run => run, cursorOf)
      const faults = await store.listFaults(
        scoped.pool,
        Items.map(({ import_id }) => import_id),
      )
      const faultOf = new Map(faults.map(fault => [fault.import_id, fault]))
      return { Items: Items.map(run => runOf(run, faultOf.get(run.import_id)!)), NextCursor }
    },

    /**
     * The form's fields come first, then `file`, and with it `with` and `join`. Throws `too_large`, also where the city's files that wait for
     * their check are too many, and at the wrong field.
     */
    upload: async (context: CityContext, request: FastifyRequest): Promise<contract.ImportRun> => {
      if (!request.isMultipart()) refuse('unsupported_media')
      const { scoped, read } = of(context.city)
      await store.deleteOldFiles(scoped.pool, context.now.subtract({ hours: 24 }))
      const importId = randomUUID()
      const fields: Record<string, string> = {}
      const hash = createHash('sha256')
      let begun = false
      let count = 0
      let hasFile = false
      try {
        for await (const part of request.parts()) {
          if (part.type === 'field') {
            if (part.valueTruncated) refuseField(part.fieldname, 'too_long')
            fields[part.fieldname] = String(part.value)
            continue
          }
          const role = (['file', 'with', 'join'] as const).find(known => known === part.fieldname)
          if (!role) return refuseField(part.fieldname, 'invalid')
          if ((await store.countKeptBytes(scoped.pool, context.city.id)) > limits.mostKeptBytes) refuse('too_large')
          if (!begun) {
            const form = readForm(fields)
            const Format = form.Kind === 'closures' ? closuresFormat : form.Format
            await newRun(scoped, context.city, importId, { ...form, Format, by: personOf(context).name }, context.now)
            begun = true
          }
          const name = { file: '', with: String(count++), join: part.filename ?? '' }[role]
          await keepFile(scoped, importId, [role, name], part.file, hash)
          if (part.file.truncated) refuse('too_large', { fields: { [role]: 'file_large' } })
          hasFile ||= role === 'file'
        }
        if (!hasFile) {
          readForm(fields)
          refuseField('file', 'required')
        }
        const { Format, Mapping, Attribution, Otherwise } = readForm(fields)
        await store.setReading(
          scoped.pool,
          importId,
          JSON.stringify({ Format, Mapping, Attribution, Otherwise }),
          hash.digest('hex'),
        )
      } catch (error) {
        if (begun) {
          await store.setError(scoped.pool, importId, 'The upload broke off.', null)
          await store.deleteFiles(scoped.pool, importId)
        }
        const { statusCode, code } = error as { statusCode?: number; code?: string }
        if (statusCode === 413) refuse('too_large', { fields: { file: 'file_large' } })
        // a form that breaks off, or is none: the reader of forms throws errors without a code, or its own
        const isForm = !(error instanceof Refusal) && (code === undefined || code.startsWith('FST_'))
        if (isForm) refuseField('file', 'required')
        throw error
      }
      return read(importId)
    },

    check: async (context: CityContext, importId: string): Promise<contract.ImportRun> => {
      const { scoped, read } = of(context.city)
      const { Format } = await read(importId)
      const bytes = await store.countBytes(scoped.pool, importId)
      const letters = (await store.findReading(scoped.pool, importId))?.reading?.Mapping?.length ?? 0
      // what is drawn is compared with all of the city's places
      const isTiny = bytes * (letters + 1_000) <= tinyWork && Format !== closuresFormat
      const size = bytes > largeBytes ? 'large' : isTiny ? 'tiny' : 'small'
      const claim = randomUUID()
      // a claim that is lost ends nothing here: what it writes is refused
      const renewal = setInterval(
        () => void store.renewCheck(scoped.pool, importId, claim).catch(() => {}),
        store.renewMs,
      )
      await threads
        .run({ ...taskOf(context), kind: 'check', importId, by: personOf(context).name, claim }, size)
        .catch(async (error: unknown) => {
          if (error instanceof Refusal && error.code === 'too_large')
            await store.setError(
              scoped.pool,
              importId,
              'The file needs more memory or time than there is for one.',
              claim,
            )
          throw error
        })
        .finally(() => clearInterval(renewal))
      return read(importId)
    },

    publish: async (
      context: CityContext,
      importId: string,
      { CityName }: Input<typeof contract.publishImport>['body'],
      key: IdempotencyKey,
      language: Language,
    ): Promise<Answer<typeof contract.publishImport>> => {
      const { read } = of(context.city)
      const size = sizeOf(await read(importId))
      const task = { kind: 'publish', importId, actor: personOf(context), confirmed: CityName, key } as const
      const { proposal = null } = await threads.run({ ...taskOf(context), ...task }, size)
      return { Import: await read(importId), ...waitingOf(proposal, language) }
    },

    undo: async (
      context: CityContext,
      importId: string,
      key: IdempotencyKey,
      language: Language,
    ): Promise<Answer<typeof contract.undoImport>> => {
      const { read } = of(context.city)
      const size = sizeOf(await read(importId))
      const task = { kind: 'undo', importId, actor: personOf(context), key } as const
      const { restored, refused, proposal } = (await threads.run({ ...taskOf(context), ...task }, size)).undone!
      return { Import: await read(importId), Restored: restored, Left: refused, ...waitingOf(proposal, language) }
    },

    /** Approves the proposal that an import waits for. */
    approve: async (context: CityContext, proposalId: string, importId: string, key: IdempotencyKey): Promise<void> => {
      const size = sizeOf(await of(context.city).read(importId))
      const task = { kind: 'approve', proposalId, approver: personOf(context), key } as const
      await threads.run({ ...taskOf(context), ...task }, size)
    },

    get: async ({ city }: CityContext, importId: string): Promise<Answer<typeof contract.importRun>> => {
      const { imports, read } = of(city)
      const run = await read(importId)
      const reasons = await imports.reasons(importId)
      return {
        ...run,
        Reasons: reasons.map(({ field, reason, count }) => ({ Field: field, Reason: reason, Count: count })),
      }
    },

    rows: async (
      { city }: CityContext,
      importId: string,
      { Change, Cursor, Limit = page.usual }: Input<typeof contract.importRows>['query'],
    ): Promise<Answer<typeof contract.importRows>> => {
      const { imports, read } = of(city)
      await read(importId)
      const [, rowNo, nth] = /^(\d{1,9}) (\d{1,4})$/.exec(Cursor ?? '') ?? []
      if (Cursor !== undefined && rowNo === undefined) refuseField('Cursor', 'invalid')
      const after = rowNo === undefined ? null : { rowNo: Number(rowNo), nth: Number(nth) }
      const wanted: Change[] = Change ? [Change] : ['added', 'changed', 'withdrawn', 'same', 'refused']
      const rows = await imports.rows(importId, wanted, after, Limit + 1)
      const shown = rows.slice(0, Limit)
      const last = shown.at(-1)
      return {
        Items: shown.map(row => ({
          Row: row.rowNo,
          Key: row.key,
          Change: row.change,
          Before: row.before,
          After: row.after,
          Field: row.field,
          Reason: row.reason,
        })),
        NextCursor: rows.length > Limit && last ? `${last.rowNo} ${last.nth}` : null,
      }
    },
  }
}
