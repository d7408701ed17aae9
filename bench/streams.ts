// Five thousand open event streams of 500 drivers on one process: memory for each, and how long one message takes to reach its ten: `node bench/streams.ts`.
import { readFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { chat as limits } from '@parkit/contract/platform/limits'
import { say, stream } from '@parkit/contract/support/chat'
import { registerDriver, require } from '../e2e/api.ts'
import { newDataDir, startServer } from '../e2e/server.ts'
import { report } from './figures.ts'
import { quantiles } from './growth.ts'

const streams = 5_000
const drivers = streams / limits.mostStreams
const limitMs = 1_000
const { dataDir, remove } = newDataDir()

/** kB of the server's own process (Linux: Pss). */
const memoryKb = (pid: number) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])

const server = await startServer({ DATA_DIR: dataDir })
try {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const heard = new Map<string, number>()
  const open = (token: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` }
      get(`${server.address}${stream.path}`, { agent, headers }, response => {
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          for (const [, said] of text.matchAll(/"text":"(hello \d+)"/g)) heard.set(said!, (heard.get(said!) ?? 0) + 1)
        })
        resolve(response)
      }).on('error', reject)
    })

  const tokens: string[] = []
  for (let n = 0; n < drivers; n++) tokens.push((await registerDriver(server.address, 0)).token)
  const before = memoryKb(server.pid)
  const responses: IncomingMessage[] = []
  for (const token of tokens)
    responses.push(...(await Promise.all(Array.from({ length: limits.mostStreams }, () => open(token)))))
  const refused = responses.filter(({ statusCode }) => statusCode !== 200).length
  report({ what: `refused of ${streams} streams`, value: refused, unit: 'streams', limit: 0 })
  report({ what: 'memory of an open stream', value: (memoryKb(server.pid) - before) / streams, unit: 'kB' })

  const times: number[] = []
  for (const [n, token] of tokens.entries()) {
    const text = `hello ${n}`
    const started = performance.now()
    await require(server.address, say, { body: { text, AttachmentIds: [] } }, { token })
    while ((heard.get(text) ?? 0) < limits.mostStreams) await new Promise(setImmediate)
    times.push(performance.now() - started)
  }
  const { p50, p99 } = quantiles(times)
  const what = `a message to its ${limits.mostStreams} of ${streams} streams`
  report({ what: `${what}, p50`, value: p50, unit: 'ms' })
  report({ what: `${what}, p99`, value: p99, unit: 'ms', limit: limitMs })
  for (const response of responses) response.destroy()
} finally {
  await server.end('SIGTERM')
  remove()
}
