// Processes killed at each statement of a check of an uploaded file: it is checked again, and nothing of the first check counts twice.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import * as imports from '@parkit/contract/staff/console-imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#app/testing.ts'
import { mappingWith, smallFacts, smallRows, table } from '#city/imports/testing.ts'
import { source, testCity } from '#city/places/testing.ts'
import { asOwner } from '#platform/testing.ts'
import { runTask, type Task } from './import-task.ts'
import { importForm, memberToken } from './testing.ts'

const parkit = await startTestServer({ poolSize: 6 })
afterAll(parkit.stop)
const code = 'small'
let token: string
beforeAll(async () => {
  const facts = { ...smallFacts, name: code }
  await parkit.loadCity(source({ ...testCity(), facts, places: [], names: [], tariffs: [] }, 'import', code))
  token = await memberToken(parkit, code, 'Rosa', ['rates'])
})

const upload = async (): Promise<string> => {
  const { headers, payload } = importForm({ Format: 'csv', Source: 'meters', Mapping: mappingWith() }, [
    ['file', 'meters.csv', table(smallRows)],
  ])
  const url = `/api/Console/${code}/Import`
  const sent = { method: 'POST', url, headers: { ...headers, authorization: `Bearer ${token}` }, payload } as const
  return (await parkit.app.inject(sent)).json().ImportId
}
const taskOf = (importId: string): Task => ({
  connectionString: parkit.db.connectionString,
  city: code,
  now: parkit.clock.now().toString(),
  kind: 'check',
  importId,
  by: 'Rosa',
  claim: randomUUID(),
})

/** Whether it was killed before the statement of that number; false where the check had ended by then. */
const dieAtStatement = async (task: Task, nth: number): Promise<boolean> => {
  const script = `
    const { default: pg } = await import('pg')
    const { query } = pg.Client.prototype
    let count = 0
    pg.Client.prototype.query = function (...asked) {
      if (asked[0]?.name && ++count === ${nth}) process.kill(process.pid, 'SIGKILL')
      return Reflect.apply(query, this, asked)
    }
    const { runAlone } = await import(${JSON.stringify(join(import.meta.dirname, 'import-task.ts'))})
    process.exit('answer' in await runAlone(${JSON.stringify(task)}) ? 0 : 1)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const [exit, signal] = await once(child, 'exit')
  if (exit) throw new Error(`The process ended with ${exit}`)
  return signal === 'SIGKILL'
}
const passTime = (id: string) =>
  asOwner(
    parkit.db.connectionString,
    `update import_run set claimed_until = now() - interval '1 s' where import_id = '${id}' and claim is not null`,
  )
const ask = (call: typeof imports.checkImport | typeof imports.importRun, id: string) =>
  parkit.call(call, { params: { city: code, id } }, { token })

test('killed at any statement, a check is made again once its claim is over', { timeout: 120_000 }, async () => {
  const stages = new Set<string>()
  // between two kills are statements of the same transaction
  for (let nth = 1; ; nth += 3) {
    const id = await upload()
    if (!(await dieAtStatement(taskOf(id), nth))) break
    const before = (await ask(imports.importRun, id)).body
    stages.add(before.State)
    if (before.State === 'checking') {
      expect((await ask(imports.checkImport, id)).error.Code).toBe('import_state')
      await passTime(id)
      const { State, Error: said } = (await ask(imports.importRun, id)).body
      expect([State, said]).toEqual(['read', 'The check broke off. Check the file again.'])
    }
    if (before.State !== 'checked') expect((await ask(imports.checkImport, id)).status).toBe(200)
    const { body } = await ask(imports.importRun, id)
    expect(body).toMatchObject({ State: 'checked', Error: null, Counters: { Added: smallRows.length, Refused: 0 } })
    const [{ rows }] = (await asOwner<{ rows: number }>(
      parkit.db.connectionString,
      `select count(*)::integer as rows from import_row where import_id = '${id}'`,
    )) as [{ rows: number }]
    expect(rows).toBe(smallRows.length)
  }
  expect([...stages].toSorted()).toEqual(['checked', 'checking', 'read'])
})

test('a check that lost its claim writes nothing into the one that took it over', async () => {
  const id = await upload()
  const { db } = parkit
  let isTaken = false
  // as slow as a thread that stood still for a minute: the other takes over before its rows are written
  const slow = {
    pool: db.pool,
    transaction: (work =>
      db.transaction(async tx =>
        work({
          ...tx,
          query: async (text: never, values: never) => {
            if (!isTaken && (text as { name?: string }).name === 'import_row_insert') {
              isTaken = true
              await passTime(id)
              expect((await ask(imports.checkImport, id)).status).toBe(200)
            }
            return tx.query(text, values)
          },
        } as typeof tx),
      )) as typeof db.transaction,
  }
  await expect(runTask(taskOf(id), slow)).rejects.toMatchObject({ code: 'import_state' })
  expect((await ask(imports.importRun, id)).body).toMatchObject({
    State: 'checked',
    Counters: { Added: smallRows.length },
  })
})

test('half an upload is not checked', async () => {
  const id = await upload()
  await asOwner(parkit.db.connectionString, `update import_run set file_hash = '' where import_id = '${id}'`)
  expect((await ask(imports.checkImport, id)).error.Code).toBe('import_state')
})
