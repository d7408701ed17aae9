// db/schema.sql is the schema that migrations and routines make; every statement of the server fits it, and one notifies.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from './db.ts'
import { describeSchema } from './schema.ts'
import { createTestDatabase } from './testing.ts'

let db: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
beforeAll(async () => {
  db = await createTestDatabase()
  client = new pg.Client({ connectionString: db.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await db.close()
})

test('db/schema.sql is up to date; `npm run schema` writes it', async () => {
  await expect(await describeSchema(client)).toMatchFileSnapshot('../../db/schema.sql')
})

/** Lets PostgreSQL parse and plan a statement, as the first use on a connection does. Rejects with its error. */
const prepare = (name: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query({
      submit: (connection: { parse: (query: object) => void; sync: () => void }) => {
        connection.parse({ name, text, types: [] })
        connection.sync()
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    } as unknown as pg.Submittable)
  })

const source = join(import.meta.dirname, '..')
const files = globSync('**/*.ts', { cwd: source })
  .filter(file => !/test/.test(file) && /\bsql(<.*>)?\(/.test(readFileSync(join(source, file), 'utf8')))
  .sort()

test('PostgreSQL can prepare every statement on the current schema', async () => {
  for (const file of files) await import(join(source, file))
  expect(statements.size).toBeGreaterThan(300)
  const wrong: string[] = []
  for (const [name, text] of statements)
    await prepare(name, text).catch(error => wrong.push(`${name}: ${(error as Error).message}`))
  expect(wrong).toEqual([])
})

test('one statement notifies, and it writes nothing: PostgreSQL commits transactions that notify one at a time', async () => {
  const notifies = /\bpg_notify\b|^\s*notify\b/im
  const named = [...statements].filter(([, text]) => notifies.test(text))
  expect(named).toEqual([['change_notify', `select pg_notify('change', $1)`]])
  const { rows } = await client.query<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ source }) => notifies.test(source))).toEqual([])
})
