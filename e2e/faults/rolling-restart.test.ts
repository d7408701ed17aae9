// Two servers behind a proxy, each restarted while drivers pay: no request fails and no event is missed.
import { execFileSync } from 'node:child_process'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { find } from '@parkit/contract/city/places'
import * as account from '@parkit/contract/driver/account'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { type Message, say, stream } from '@parkit/contract/support/chat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '../../server/src/platform/postgres.ts'
import { registerDriver, require } from '../api.ts'
import { findLot } from '../places.ts'
import { newDataDir, type Server, startServer } from '../server.ts'

const drivers = 3
const { dataDir, remove } = newDataDir()
let postgres: Awaited<ReturnType<typeof startPostgres>>
const env = () => ({ DATABASE_URL: postgres.connectionString, DATA_DIR: dataDir, DRAIN_SECONDS: '3' })

/** Sends each request to a server that says it is ready, over connections it keeps; it never sends one twice. */
const startProxy = () => {
  const agent = new Agent({ keepAlive: true })
  const known = new Map<string, boolean>()
  let turn = 0
  const failures: string[] = []
  const look = async () => {
    for (const address of known.keys()) {
      const ready = await fetch(`${address}/readyz`).then(
        answer => answer.ok,
        () => false,
      )
      if (known.has(address)) known.set(address, ready)
    }
  }
  const proxy = createServer((asked, answer) => {
    const ready = [...known].flatMap(([address, isReady]) => (isReady ? [address] : []))
    const address = ready[turn++ % ready.length]
    const onFailure = (why: unknown) => {
      if (asked.url !== stream.path) failures.push(`${asked.method} ${asked.url} at ${address}: ${why}`)
      answer.destroy()
    }
    if (!address) return onFailure('nobody is ready')
    const passed = request(address + asked.url, { method: asked.method, headers: asked.headers, agent }, given => {
      answer.writeHead(given.statusCode!, given.headers)
      given.on('error', onFailure).pipe(answer)
    })
    asked.pipe(passed.on('error', onFailure))
    answer.on('close', () => passed.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  return {
    failures,
    look,
    address: () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    add: (address: string) => void known.set(address, false),
    drop: (address: string) => void known.delete(address),
    close: () => {
      agent.destroy()
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}

const proxy = startProxy()
const servers: Server[] = []
beforeAll(async () => {
  postgres = await startPostgres({ dataDir, durable: false })
  for (let i = 0; i < 2; i++) servers.push(await startServer(env()))
  for (const { address } of servers) proxy.add(address)
  await proxy.look()
}, 180_000)
afterAll(async () => {
  proxy.close()
  await Promise.all(servers.map(server => server.end('SIGTERM')))
  await postgres.stop()
  remove()
})

/** The chat's messages as they come, opened again after the last one whenever the stream ends. */
const followChat = (token: string) => {
  const heard: string[] = []
  const closing = new AbortController()
  let after = 0
  let opened = 0
  const follow = async () => {
    while (!closing.signal.aborted) {
      const answer = await fetch(proxy.address() + stream.path, {
        headers: { authorization: `Bearer ${token}`, 'last-event-id': `${after}` },
        signal: closing.signal,
      })
      if (!answer.ok) continue
      opened++
      let rest = ''
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + part).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks.filter(text => text.includes('event: message'))) {
          const message = JSON.parse(/^data: (.+)$/m.exec(block)![1]!) as Message
          after = message.Seq
          if (message.userType === 'user') heard.push(message.text)
        }
      }
    }
  }
  // it ends by being closed, and by the proxy's end
  void follow().catch(() => {})
  return { heard, opened: () => opened, close: () => closing.abort() }
}

test('restarting one server after the other fails no request', { timeout: 240_000 }, async () => {
  const address = proxy.address()
  const watching = new AbortController()
  const watch = (async () => {
    while (!watching.signal.aborted) {
      await proxy.look()
      await wait(100)
    }
  })()
  const everyone = await Promise.all(Array.from({ length: drivers }, () => registerDriver(address, 200)))
  const zone = await findLot(address)
  const talker = everyone[0]!
  const chat = followChat(talker.token)
  const said: string[] = []
  let restarted = false

  /** Whatever fails throws. However many rounds the restarts take, no wallet overflows: another driver goes on before it is full. */
  const live = async (first: (typeof everyone)[number], i: number) => {
    let driver = first
    for (let round = 0; !restarted; round++) {
      const by = { token: driver.token }
      const { Balance } = await require(address, wallet.addMoney, { body: { Amount: 30 } }, by)
      const body = { ZoneNumber: zone.ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' as const }
      const { SessionId } = await require(address, parking.start, { body }, by)
      await require(address, find, { query: { Latitude: zone.Latitude, Longitude: zone.Longitude } }, by)
      await require(address, parking.stop, { body: { SessionId } }, by)
      await require(address, account.details, {}, by)
      if (i === 0 && round % 5 === 0) {
        said.push(`round ${round}`)
        await require(address, say, { body: { text: `round ${round}`, AttachmentIds: [] } }, { token: talker.token })
      }
      if (Balance > 1_900) driver = await registerDriver(address, 200)
    }
  }
  const living = Promise.all(everyone.map(live))
  const roll = async () => {
    for (const [i, old] of servers.entries()) {
      // one comes before the other goes
      servers[i] = await startServer(env())
      proxy.add(servers[i].address)
      await proxy.look()
      await old.end('SIGTERM')
      proxy.drop(old.address)
    }
  }
  const rolling = roll().finally(() => {
    restarted = true
  })
  // where one fails, the second try begins when nothing of the first goes on
  await Promise.allSettled([rolling, living])
  watching.abort()
  await Promise.all([rolling, living, watch])
  expect(proxy.failures).toEqual([])
  await expect.poll(() => chat.heard).toEqual(said)
  expect(said.length).toBeGreaterThan(1)
  // it was ended by the server it was on, and found the next
  expect(chat.opened()).toBeGreaterThan(1)
  chat.close()

  const printed = execFileSync(
    process.execPath,
    [join(import.meta.dirname, '../../server/src/money/ledger/books-command.ts')],
    {
      env: { ...process.env, ...env() },
      encoding: 'utf8',
    },
  )
  expect(printed).not.toContain('BROKEN')
})
