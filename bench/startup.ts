// From the command to the first answer, by turns with a bare Fastify and its database, and the memory when idle: `node bench/startup.ts`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataDir, startServer } from '../e2e/server.ts'
import { report } from './figures.ts'
import { median } from './growth.ts'

const runs = 5
const [own, bareOnes] = [newDataDir(), newDataDir()]

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

const bareProgram = join(import.meta.dirname, 'bare-server.ts')

/** Milliseconds until it answers; it ends with `end`. */
const startOnce = async (env: Record<string, string>, program?: string, path = '/') => {
  const began = performance.now()
  const server = await startServer(env, program)
  const answer = await fetch(server.address + path)
  if (!answer.ok) throw new Error(`Not ready: ${answer.status}`)
  return { ms: performance.now() - began, server }
}
const ours = () => startOnce({ DATA_DIR: own.dataDir }, undefined, '/readyz')
const bare = () => startOnce({ DATA_DIR: bareOnes.dataDir, TEXT: 'ready' }, bareProgram)

try {
  const times: Record<'first' | 'ours' | 'bare', number[]> = { first: [], ours: [], bare: [] }
  for (let run = 0; run <= runs; run++)
    for (const [kind, start] of Object.entries({ ours, bare })) {
      const { ms, server } = await start()
      times[run > 0 ? (kind as 'ours' | 'bare') : 'first'].push(ms)
      await server.end('SIGTERM')
    }
  report({ what: 'first start, with an empty folder', value: times.first[0]!, unit: 'ms' })
  report({
    what: 'later start',
    value: median(times.ours),
    unit: 'ms',
    limit: 1_500,
    peer: { what: 'bare Fastify with its database', value: median(times.bare), limit: 3 },
  })
  const { server } = await ours()
  report({ what: 'idle memory with PostgreSQL and its buffers', value: memoryKb(server.pid) / 1024, unit: 'MB' })
  await server.end('SIGTERM')
} finally {
  own.remove()
  bareOnes.remove()
}
