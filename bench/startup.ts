// From the command to the first answer, first and later, and the memory at rest: `node bench/startup.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { newDataDir, startServer } from '../e2e/server.ts'

const limitMs = 1_500
const { dataDir, remove } = newDataDir()

/** kB of a process and of all it started, the memory they share counted once (Linux: Pss). */
const memoryKb = (pid: number): number => {
  const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])
  const children = readdirSync('/proc').filter(entry => {
    try {
      return (
        /^\d+$/.test(entry) && new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${entry}/status`, 'utf8'))
      )
    } catch {
      return false
    }
  })
  return own + children.reduce((sum, child) => sum + memoryKb(Number(child)), 0)
}

const startOnce = async (what: string, limit: string) => {
  const started = performance.now()
  const server = await startServer({ DATA_DIR: dataDir })
  const answer = await fetch(`${server.address}/readyz`)
  if (!answer.ok) throw new Error(`Not ready: ${answer.status}`)
  console.log(`${what}: ${Math.round(performance.now() - started)} ms${limit}`)
  return server
}

try {
  await (await startOnce('first start, with an empty folder', '')).end('SIGTERM')
  for (let i = 0; i < 3; i++) await (await startOnce('later start', ` (limit ${limitMs} ms)`)).end('SIGTERM')
  const server = await startOnce('later start', ` (limit ${limitMs} ms)`)
  const mb = (kb: number) => `${Math.round(kb / 1024)} MB`
  console.log(`memory at rest: ${mb(memoryKb(server.pid))} with PostgreSQL and its shared buffers`)
  await server.end('SIGTERM')
} finally {
  remove()
}
