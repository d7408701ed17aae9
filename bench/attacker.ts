// The attacker of `attacks.ts`: a process of the lowest priority that sends its requests at a limited rate, and counts the answers.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'

/** `from`: the address it comes from; `keepMs`: the answer is dropped so long after it began. `{n}` in a body: a number of its own. */
export type Shot = {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: object
  from: string
  keepMs?: number
}
/** `inParallel` at once, in turn, as often as makes `perSecond`. */
export type Attack = { shots: Shot[]; inParallel: number; perSecond: number }
export type Order = Attack & { address: string; seconds: number }
/** `held`: not sent, because so many were under way already */
export type Outcome = { statuses: Record<string, number>; held: number; cpuMs: number }

const mostUnderWay = 2_000

setPriority(19)
const agents = new Map<string, Agent>()
const agentOf = (localAddress: string) => {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress })
  agents.set(localAddress, agent)
  return agent
}

let sent = 0
let underWay = 0
let isOver = false

const send = ({ method, path, headers = {}, body, from, keepMs }: Shot, address: string) =>
  new Promise<string>(resolve => {
    const text = body && JSON.stringify(body).replaceAll('{n}', `${++sent}`)
    const all = {
      ...headers,
      ...(text && { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    }
    const call = request(new URL(path, address), { method, headers: all, agent: agentOf(from) }, response => {
      const status = String(response.statusCode)
      response.on('error', () => {}).on('close', () => resolve(status))
      if (keepMs === undefined) response.resume()
      else response.once('data', () => setTimeout(() => response.destroy(), keepMs))
    })
    call.on('error', (error: NodeJS.ErrnoException) => resolve(isOver ? 'unanswered' : (error.code ?? 'broken')))
    call.end(text)
  })

const attack = async ({ shots, inParallel, perSecond, address, seconds }: Order): Promise<Outcome> => {
  isOver = false
  const began = process.cpuUsage()
  const statuses: Record<string, number> = {}
  const under: Promise<void>[] = []
  let held = 0
  let next = 0
  const fire = async () => {
    underWay++
    const status = await send(shots[next++ % shots.length]!, address)
    statuses[status] = (statuses[status] ?? 0) + 1
    underWay--
  }
  const until = performance.now() + seconds * 1000
  for (let due = performance.now(); due < until; due += (inParallel / perSecond) * 1000) {
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())))
    for (let n = 0; n < inParallel; n++)
      if (underWay < mostUnderWay) under.push(fire())
      else held++
  }
  // what is still unanswered is given up soon after
  await Promise.race([Promise.all(under), new Promise(resolve => setTimeout(resolve, 2_000))])
  isOver = true
  for (const agent of agents.values()) agent.destroy()
  await Promise.race([Promise.all(under), new Promise(resolve => setTimeout(resolve, 500))])
  const { user, system } = process.cpuUsage(began)
  return { statuses, held, cpuMs: (user + system) / 1000 }
}

process.on('message', async (order: Order) => process.send!(await attack(order)))
