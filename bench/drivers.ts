// What load measurements begin with: a fresh PostgreSQL, a server, drivers whose wallets are full, and a place to park.
import { type Driver, registerDriver } from '../e2e/api.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { migrate } from '../server/src/platform/migrate.ts'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { findZone } from './journey.ts'
import { fillWallets } from './wallets-store.ts'

export type Database = { connectionString: string; dataDir: string }

/** Stops the database and removes its data afterwards. */
export const withDatabase = async (work: (database: Database) => Promise<void>): Promise<void> => {
  const { dataDir, remove } = newDataDir()
  const postgres = await startPostgres({ dataDir })
  try {
    await migrate({ connectionString: postgres.connectionString })
    await work({ connectionString: postgres.connectionString, dataDir })
  } finally {
    await postgres.stop()
    remove()
  }
}

/** Drivers for `findZone` and `journey`. */
export const prepareDrivers = async (address: string, { connectionString }: Database, count: number) => {
  const drivers: Driver[] = []
  for (let n = 0; n < count; n++) drivers.push(await registerDriver(address, 100))
  await fillWallets(connectionString)
  return { drivers, zone: await findZone(address, drivers[0]!) }
}

type Prepared = Database & { address: string; pid: number; drivers: Driver[]; zone: string }

/** One server process; it ends after `work`. */
export const withDrivers = (
  count: number,
  work: (prepared: Prepared) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> =>
  withDatabase(async database => {
    const server = await startServer({ DATABASE_URL: database.connectionString, ...env })
    try {
      const prepared = await prepareDrivers(server.address, database, count)
      await work({ ...database, ...prepared, address: server.address, pid: server.pid })
    } finally {
      await server.end('SIGTERM')
    }
  })
