// The steps of an import that take seconds with a large file: reading and checking it, publishing, undoing, and approving it.
import type { errors } from '@parkit/contract/platform/errors'
import { type CityRow, findCity } from '#city/cities/cities.ts'
import {
  closuresFormat,
  createImports,
  type FileToRead,
  ImportRefused,
  type Undone,
  UnreadableFile,
} from '#city/imports/imports.ts'
import { admit, approve, approvingRoles } from '#city/team/team.ts'
import { scopedTo, type WorkDatabase } from '#platform/city-scope.ts'
import type { Clock } from '#platform/clock.ts'
import { type Database, openDatabase } from '#platform/db.ts'
import { expectedRefusal, Refusal, refuse } from '#platform/errors.ts'
import type { IdempotencyKey } from '#platform/idempotency.ts'
import { effectsOf } from './effects.ts'
import { onceFor } from './once.ts'
import * as store from './store.ts'

type Person = { staffId: string; name: string }

/** Plain data, for it goes to another thread. */
export type Task = { connectionString: string; city: string; now: string } & (
  | { kind: 'check'; importId: string; by: string; claim: string }
  | { kind: 'publish'; importId: string; actor: Person; confirmed: string | undefined; key: IdempotencyKey }
  | { kind: 'undo'; importId: string; actor: Person; key: IdempotencyKey }
  | { kind: 'approve'; proposalId: string; approver: Person; key: IdempotencyKey }
)
/** `proposal`: what publishing waits for. */
export type TaskAnswer = { proposal?: string | null; undone?: Undone }
export type TaskResult =
  | { answer: TaskAnswer }
  | { refused: { code: keyof typeof errors; extra: Record<string, unknown> | undefined } }
  | { failed: string }

/** A refusal of an import as the contract has it. */
const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof ImportRefused) return new Refusal(error.code === 'import_unknown' ? 'not_found' : error.code)
  if (error instanceof UnreadableFile) return new Refusal('import_unreadable', { extra: { Reason: error.message } })
  return expectedRefusal(error)
}

/** `usual`: the format where its upload named none. */
const fileOf = async (db: WorkDatabase, importId: string, usual: string): Promise<FileToRead> => {
  const read = (role: store.FileRole, name = '') => store.readFile(db.pool, importId, role, name)
  const { reading } = (await store.findReading(db.pool, importId))!
  const joined = new Map<string, Buffer>()
  const beside: Buffer[] = []
  for (const { role, name } of await store.listFiles(db.pool, importId)) {
    if (role === 'join') joined.set(name, (await read(role, name))!)
    if (role === 'with') beside.push((await read(role, name))!)
  }
  return {
    format: (reading.Format ?? usual) as FileToRead['format'],
    bytes: (await read('file')) ?? Buffer.alloc(0),
    mapping: reading.Mapping,
    ...(beside.length > 0 && { beside }),
    attribution: reading.Attribution,
    otherwise: reading.Otherwise,
    open: file =>
      joined.get(file) ??
      (() => {
        throw new UnreadableFile(`The mapping joins ${file}, which was not uploaded.`)
      })(),
  }
}

type Check = Extract<Task, { kind: 'check' }>

/** A server that ends meanwhile leaves the file, which is checked again once the claim is over. */
const check = async (db: WorkDatabase, clock: Clock, city: CityRow, { importId, by, claim }: Check) => {
  const imports = createImports({ db, clock })
  const run = (await imports.find(importId)) ?? refuse('not_found')
  if (!(await store.beginCheck(db.pool, importId, claim))) refuse('import_state')
  try {
    const file = await fileOf(db, importId, run.format)
    const read = run.format === closuresFormat ? imports.checkClosures : imports.check
    await read(city, { ...file, sourceId: run.source_id, by, uploaded: { importId, claim } })
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.message : 'The check failed. Upload the file again.'
    if (await store.setError(db.pool, importId, reason, claim)) await store.deleteFiles(db.pool, importId)
    throw error
  }
  await store.deleteFiles(db.pool, importId)
}

const perform = async (task: Task, db: WorkDatabase, city: CityRow): Promise<TaskAnswer> => {
  const now = Temporal.Instant.from(task.now)
  const clock: Clock = { now: () => now }
  const imports = createImports({ db, clock })
  switch (task.kind) {
    case 'check':
      await check(db, clock, city, task)
      return {}
    case 'publish': {
      const { actor, confirmed } = task
      const { proposal } = await imports.publish(city, task.importId, {
        actor,
        confirmed,
        once: onceFor(task.key, now),
      })
      return { proposal }
    }
    case 'undo':
      return { undone: await imports.undo(city, task.importId, { actor: task.actor, once: onceFor(task.key, now) }) }
    case 'approve': {
      const effects = effectsOf({ db, clock })
      await db.transaction(tx =>
        approve(tx, city, task.proposalId, task.approver, effects, now, onceFor(task.key, now)),
      )
      return {}
    }
  }
}

/** Throws the refusal it ends with. */
export const runTask = async (task: Task, db: Pick<Database, 'pool' | 'transaction'>): Promise<TaskAnswer> => {
  try {
    const city = (await findCity(db.pool, task.city)) ?? refuse('not_found')
    // it may have waited for minutes, and its caller have been removed meanwhile
    if ('actor' in task) await admit(db, task.city, task.actor.staffId, approvingRoles, { lead: false })
    return await perform(task, scopedTo(db, city.id), city)
  } catch (error) {
    throw refusalOf(error) ?? error
  }
}

/** In another thread: answers what became of it as plain data; throws nothing. */
export const runAlone = async (task: Task): Promise<TaskResult> => {
  const db = openDatabase({ connectionString: task.connectionString, poolSize: 2 })
  try {
    return { answer: await runTask(task, db) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: { code: error.code, extra: error.extra } }
    return { failed: (error as Error).stack ?? String(error) }
  } finally {
    await db.close()
  }
}
