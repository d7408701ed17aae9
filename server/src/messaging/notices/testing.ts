// For tests of notices: a push service that decrypts like a browser, a text message service, and further servers.
import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NoticeChannel, NoticeKind, Push } from '@parkit/contract/messaging/notices'
import * as contract from '@parkit/contract/messaging/notices'
import { buildApp } from '#app/app.ts'
import type { TestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { createJobs } from '#platform/jobs.ts'
import { createNotices } from './notices.ts'

type Driver = { token: string; email: string }

const listen = async (answer: (request: IncomingMessage, body: Buffer, response: ServerResponse) => void) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    answer(request, Buffer.concat(chunks), response)
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { origin, stop }
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}
const byte = (value: number) => Buffer.from([value])

/** RFC 8291 and 8188, one record. Throws where it is not for this browser. */
const decrypt = (body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string => {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const record = body.subarray(21 + body[20]!)
  const shared = hmac(auth, browser.computeSecret(sender))
  const input = hmac(shared, 'WebPush: info\0', browser.getPublicKey(), sender, byte(1))
  const key = hmac(salt, input)
  const part = (info: string, bytes: number) => hmac(key, `Content-Encoding: ${info}\0`, byte(1)).subarray(0, bytes)
  const open = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  open.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([open.update(record.subarray(0, -16)), open.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

const json = (base64url: string) => JSON.parse(Buffer.from(base64url, 'base64url').toString())

/** RFC 8292: what the signature says, and by which key. Throws where it is none. */
const readVapid = (authorization: string) => {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(k, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url')) as [string, string]
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed || json(head).alg !== 'ES256') throw new Error('The push is not signed')
  return { key: k, ...(json(claims) as { aud: string; sub: string; exp: number }) }
}

type Pushed = { push: Push; vapid: ReturnType<typeof readVapid>; ttl: number; urgency: string }

/** Answers 201 unless told otherwise; `hang` lets requests wait. */
export const startPushService = async () => {
  const devices = new Map<string, { browser: ReturnType<typeof createECDH>; auth: Buffer; got: Pushed[] }>()
  const answers: number[] = []
  let hold: ((response: ServerResponse) => void) | null = null
  const { origin, stop } = await listen((request, body, response) => {
    const device = devices.get(request.url!)!
    const { authorization = '', ttl, urgency } = request.headers
    const push = JSON.parse(decrypt(body, device.browser, device.auth)) as Push
    device.got.push({ push, vapid: readVapid(authorization), ttl: Number(ttl), urgency: String(urgency) })
    if (hold) return hold(response)
    response.writeHead(answers.shift() ?? 201).end()
  })
  let count = 0
  return {
    origin,
    stop,
    /** statuses of the next answers */
    answers,
    /** Requests wait from now on; answers one that waits, as soon as there is one. */
    hang: () => {
      const waiting = Promise.withResolvers<ServerResponse>()
      hold = waiting.resolve
      return waiting.promise
    },
    /** A browser's subscription, as it would be sent to the server, and what it got. */
    device: () => {
      const path = `/device/${++count}`
      const browser = createECDH('prime256v1')
      const p256dh = browser.generateKeys('base64url')
      const auth = Buffer.alloc(16, count)
      const got: Pushed[] = []
      devices.set(path, { browser, auth, got })
      return { got, body: { endpoint: origin + path, keys: { p256dh, auth: auth.toString('base64url') } } }
    },
  }
}

/** Twilio's shape. Answers 201 unless told otherwise. */
export const startTextService = async () => {
  const texts: { to: string; body: string }[] = []
  const answers: number[] = []
  let hold: ((response: ServerResponse) => void) | null = null
  const { origin, stop } = await listen((_request, body, response) => {
    const form = new URLSearchParams(body.toString())
    texts.push({ to: form.get('To')!, body: form.get('Body')! })
    if (hold) return hold(response)
    response.writeHead(answers.shift() ?? 201).end('{"sid":"SM1"}')
  })
  return {
    texts,
    answers,
    stop,
    hang: () => {
      const waiting = Promise.withResolvers<ServerResponse>()
      hold = waiting.resolve
      return waiting.promise
    },
    env: {
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'secret',
      TWILIO_FROM: '+13125550100',
      TWILIO_API_URL: origin,
    },
    settings: {
      sms: {
        accountSid: 'AC1',
        authToken: 'secret',
        from: '+13125550100',
        apiUrl: origin,
        countries: ['US'],
        perDay: 5_000,
      },
    },
  }
}

/** One more server on the same database and clock. */
export const anotherServer = (parkit: TestServer, settings: Partial<Config> = {}) =>
  buildApp({
    config: { ...readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }), ...settings },
    db: parkit.db,
    clock: parkit.clock,
    city: source(parkingCity()),
    checkAnswers: true,
  })

/** Dispatches what is due at this time, and sends nothing. */
export const dispatchOnly = async ({ db, clock, features: { parking } }: TestServer) => {
  const { handlers, batches } = await createNotices({ db, config: readConfig({}), parking, recordPush: null })
  await createJobs({ db, clock, handlers, batches }).runDue()
}

type Runs = { jobs: { runDue: () => Promise<number> } }

export const noticeActs = (parkit: TestServer) => ({
  choose: (driver: Driver, Kind: NoticeKind, Channel: NoticeChannel, On = true) =>
    parkit.call(contract.choose, { body: { Kind, Channel, On } }, { token: driver.token }),
  setReminders: (driver: Driver, FirstMinutes: number, LastMinutes: number) =>
    parkit.call(contract.setReminders, { body: { FirstMinutes, LastMinutes } }, { token: driver.token }),
  settings: (driver: Driver) => parkit.call(contract.settings, {}, { token: driver.token }),
  subscribe: (driver: Driver, body: object) => parkit.call(contract.subscribe, { body }, { token: driver.token }),
  tap: (Token: string) => parkit.call(contract.extendFromPush, { body: { Token } }),
  later: (minutes: number) => parkit.clock.advance({ seconds: Math.round(minutes * 60) }),
  /** Runs what is due, and what that makes due, on all servers at the same time. */
  settle: async (...servers: Runs[]) => {
    const all = servers.length > 0 ? servers : [parkit]
    for (let done = 1; done > 0; ) {
      const counts = await Promise.all(all.map(({ jobs }) => jobs.runDue()))
      done = counts.reduce((sum, count) => sum + count, 0)
    }
  },
  /** What the sandbox was handed for a driver, oldest first, codes aside. */
  told: async (driver: Driver) => {
    const { rows } = await parkit.db.pool.query<{ channel: string; subject: string; body: string }>(
      `select channel, subject, body from sandbox_message, driver
        where email = $1 and recipient in (email, phone) and body !~ 'ParkIt code' order by sent_at, channel, subject`,
      [driver.email],
    )
    return rows
  },
})
