// db/schema.sql is the schema that migrations and routines make, and every statement fits it.
import pg from 'pg'
import { expect, test } from 'vitest'
import { describeSchema } from './schema.ts'
import { createTestDatabase } from './testing.ts'

test('db/schema.sql is up to date; `npm run schema` writes it', async () => {
  const db = await createTestDatabase()
  const client = new pg.Client({ connectionString: db.connectionString })
  await client.connect()
  try {
    await expect(await describeSchema(client)).toMatchFileSnapshot('../../db/schema.sql')
  } finally {
    await client.end()
    await db.close()
  }
})
