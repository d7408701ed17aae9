// The database of a command: the configured one, that of a ParkIt running here, or one started for the command.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from './postgres.ts'

type Reached = { connectionString: string; close(): Promise<void> }

/** The embedded server that runs in this folder, as its own note says; none where nobody answers there. */
const findRunning = async (dataDir: string): Promise<string | null> => {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const socketDir = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[4] : ''
  if (!socketDir) return null
  const connectionString = `postgresql:///parkit?host=${socketDir}&user=parkit`
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    await client.end()
    return connectionString
  } catch {
    return null
  }
}

/** Throws with a message for people where it can't be reached. */
export const openCommandDatabase = async (config: {
  databaseSessionUrl: string | null
  dataDir: string
}): Promise<Reached> => {
  const connectionString = config.databaseSessionUrl ?? (await findRunning(config.dataDir))
  if (connectionString) return { connectionString, close: async () => {} }
  const { stop, ...started } = await startPostgres({ dataDir: config.dataDir })
  return { ...started, close: stop }
}
