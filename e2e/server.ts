// A ParkIt process with a fresh embedded PostgreSQL or a given database: start, kill, restart.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const main = join(import.meta.dirname, '../server/src/app/main.ts')

export type Server = {
  address: string
  pid: number
  isRunning(): boolean
  /** ends the process with a signal and waits until it is gone */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Resolves when it answers. `program`: this tree's server unless another one is named. */
export const startServer = async (env: Record<string, string>, program = main): Promise<Server> => {
  const child: ChildProcess = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const lines = createInterface(child.stdout!)
  for await (const line of lines) {
    const address = /ready at (http\S+)/.exec(line)?.[1]
    if (!address) continue
    child.stdout!.resume()
    return {
      address,
      pid: child.pid!,
      isRunning,
      end: async signal => {
        if (!isRunning()) return
        const ended = once(child, 'exit')
        child.kill(signal)
        await ended
      },
    }
  }
  throw new Error(`The server ended before it was ready (exit ${child.exitCode}).`)
}

/** A folder for a server's data; `remove` deletes it. */
export const newDataDir = (): { dataDir: string; remove: () => void } => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parkit-e2e-'))
  // PostgreSQL may run as another user
  chmodSync(dataDir, 0o711)
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A port of this machine that nobody listens on; for a server whose address is part of its settings. */
export const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
