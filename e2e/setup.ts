// Global setup of the e2e project: one ParkIt with Chicago's places for all files.
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../server/src/platform/postgres.ts'
import { newDataDir, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    address: string
    /** of its database, for the commands that run beside a server */
    databaseUrl: string
  }
}

export default async (project: TestProject) => {
  const { dataDir, remove } = newDataDir()
  const postgres = await startPostgres({ dataDir })
  const server = await startServer({
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: dataDir,
    SIGN_PHONE: '+13125550150',
    SUPPORT_MAILBOX: 'parking@chicago.example',
  })
  project.provide('address', server.address)
  project.provide('databaseUrl', postgres.connectionString)
  return async () => {
    await server.end('SIGTERM')
    await postgres.stop()
    remove()
  }
}
