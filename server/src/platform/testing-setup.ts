// Before the server's tests: one PostgreSQL for the whole run and one migrated template, both removed afterwards.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from './migrate.ts'
import { startPostgres } from './postgres.ts'
import { asOwner, connectionTo, newDatabaseName } from './testing.ts'

const startServer = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parkit-test-'))
  chmodSync(dataDir, 0o711)
  const postgres = await startPostgres({ dataDir, durable: false })
  return {
    connectionString: postgres.connectionString,
    stop: async () => {
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export default async (project: TestProject) => {
  const given = process.env.DATABASE_URL
  const { connectionString, stop } = given ? { connectionString: given, stop: async () => {} } : await startServer()
  const template = newDatabaseName()
  await asOwner(connectionString, `create database ${template}`)
  await migrate({ connectionString: connectionTo(connectionString, template) })
  project.provide('postgres', { connectionString, template })
  return async () => {
    await asOwner(connectionString, `drop database ${template} with (force)`)
    await stop()
  }
}
