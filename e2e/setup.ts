// Before the journeys: one ParkIt with Chicago in it, for all of them; afterwards nothing is left.
import type { TestProject } from 'vitest/node'
import { newDataDir, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    address: string
  }
}

export default async (project: TestProject) => {
  const { dataDir, remove } = newDataDir()
  const server = await startServer({ DATA_DIR: dataDir })
  project.provide('address', server.address)
  return async () => {
    await server.end('SIGTERM')
    remove()
  }
}
