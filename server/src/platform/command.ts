// Runs a command on a database: the configured one, that of a ParkIt running here, or one started for the command.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@parkit/contract/platform/errors'
import pg from 'pg'
import { type Config, readConfig } from './config.ts'
import { type Database, openDatabase } from './db.ts'
import { expectedRefusal } from './errors.ts'
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
const openCommandDatabase = async (config: Config): Promise<Reached> => {
  const connectionString = config.databaseSessionUrl ?? (await findRunning(config.dataDir))
  if (connectionString) return { connectionString, close: async () => {} }
  const { stop, ...started } = await startPostgres({ dataDir: config.dataDir })
  return { ...started, close: stop }
}

/** No server there, no such host, no such database, wrong password, no more connections, stopping. */
const unreachable = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', '3D000', '28P01', '53300', '57P03'])

const sentenceOf = (error: unknown): string => {
  const first = error instanceof AggregateError ? error.errors[0] : error
  if (!(first instanceof Error)) return String(first)
  const refusal = expectedRefusal(first)
  if (refusal) return errors[refusal.code].en
  const { code = '' } = first as NodeJS.ErrnoException
  return unreachable.has(code) ? `The database cannot be reached: ${first.message}` : first.message
}

/** Runs `work` and closes the database. What it throws is printed as one sentence, without a stack, and the exit code is 1. */
export const runCommand = async (
  work: (command: { config: Config; connectionString: string; db: Database }) => Promise<void>,
): Promise<void> => {
  try {
    const config = readConfig(process.env)
    const { connectionString, close } = await openCommandDatabase(config)
    const db = openDatabase({ connectionString, poolSize: 2 })
    try {
      await work({ config, connectionString, db })
    } finally {
      await db.close()
      await close()
    }
  } catch (error) {
    console.error(sentenceOf(error))
    process.exitCode = 1
  }
}
