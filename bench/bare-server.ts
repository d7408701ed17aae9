// The bare peer: one Fastify route that answers a given text; with DATA_DIR, an embedded PostgreSQL that has answered `select 1`.
import Fastify from 'fastify'
import pg from 'pg'
import { startPostgres } from '../server/src/platform/postgres.ts'

const { TEXT, DATA_DIR } = process.env
const app = Fastify()
app.get('/', () => TEXT)
if (DATA_DIR) {
  const postgres = await startPostgres({ dataDir: DATA_DIR })
  const pool = new pg.Pool({ connectionString: postgres.connectionString })
  await pool.query('select 1')
  process.once(
    'SIGTERM',
    () =>
      void pool
        .end()
        .then(postgres.stop)
        .then(() => process.exit()),
  )
}
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
