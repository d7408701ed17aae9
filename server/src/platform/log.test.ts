// The log: each line with its request's id, through jobs and the card provider, and without personal data.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#app/app.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { createTestDatabase, TestClock } from './testing.ts'
import { currentTrace, traced } from './trace.ts'

const lines: string[] = []
const logged = () => lines.map(line => JSON.parse(line) as Record<string, unknown>)
const log = createLog('info', line => lines.push(line))

/** What the card provider was sent, and under which name. */
const sent: { name: string | undefined; header: string | null; parent: string | null }[] = []
const start = async () => {
  const db = await createTestDatabase()
  const built = await buildApp({
    config: readConfig({ RATE_LIMIT: 'off' }),
    db,
    clock: new TestClock('2026-04-14T17:00:00Z'),
    city: source(parkingCity()),
    log,
    cardFetch: send => (input, init) => {
      const headers = new Headers(init?.headers)
      sent.push({
        name: currentTrace()?.requestId,
        header: headers.get('x-request-id'),
        parent: headers.get('traceparent'),
      })
      return send(input, init)
    },
  })
  return { ...built, db }
}
let origin: string
let parkit: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  parkit = await start()
  origin = await parkit.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await parkit.app.close()
  await parkit.db.close()
})

/** Over a real connection, the body after the server has begun: its name must outlive the wait. */
const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
  const asked = request(origin + url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue', ...headers },
  })
  asked.flushHeaders()
  await once(asked, 'continue')
  asked.end(JSON.stringify(payload))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, body: (await json(answer)) as Record<string, string> }
}

const signedIn = async () => {
  const registered = await post('/api/Account/Register', {
    FirstName: 'Maya',
    LastName: 'Torres',
    EmailAddress: 'maya.log@example.com',
    PhoneNumber: '3125550142',
    Password: 'correct horse battery',
  })
  const { ChallengeId: challenge_id, SandboxCode: code } = registered.body
  const token = await post('/api/Token', { grant_type: 'otp', challenge_id, code })
  const headers = { authorization: `Bearer ${token.body.access_token}`, 'idempotency-key': 'a-key-of-this-test' }
  await post('/api/Payment/create-intent', { PaymentMethodId: 'pm_card_visa', Amount: 1, Currency: 'USD' }, headers)
  return headers
}

test('a well-formed request id is used and answered; any other is replaced', async () => {
  const named = async (id: string) =>
    (await parkit.app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers
  expect((await named('edge-0042.a_b'))['x-request-id']).toBe('edge-0042.a_b')
  for (const bad of ['short', 'with space here', 'x'.repeat(65), '{"level":60}', 'line\tbreak'])
    expect((await named(bad))['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  const errors = await parkit.app.inject({ url: '/api/Nothing', headers: { 'x-request-id': 'edge-0043' } })
  expect(errors.headers['x-request-id']).toBe('edge-0043')
})

test('one request id reaches the card provider, the jobs and every log line', async () => {
  const headers = await signedIn()
  sent.length = lines.length = 0
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const named = { ...headers, traceparent, 'x-request-id': 'edge-money-1' }
  expect((await post(addMoney.path, { Amount: 20 }, named)).status).toBe(200)
  expect(sent.length).toBeGreaterThan(0)
  for (const asked of sent) expect(asked).toEqual({ name: 'edge-money-1', header: 'edge-money-1', parent: traceparent })
  const { rows } = await parkit.db.pool.query(`select distinct request_id from job where request_id is not null`)
  expect(rows).toContainEqual({ request_id: 'edge-money-1' })
  await parkit.jobs.runDue()
  const mine = logged().filter(({ requestId }) => requestId === 'edge-money-1')
  expect(mine.map(({ msg }) => msg)).toEqual(expect.arrayContaining(['the card provider was asked', 'answered']))
  expect(mine.find(({ msg }) => msg === 'answered')).toMatchObject({
    route: addMoney.path,
    status: 200,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  })
})

test('a job logs the id of the request that scheduled it', async () => {
  const { createJobs, schedule } = await import('./jobs.ts')
  const names: (string | undefined)[] = []
  const clock = new TestClock('2026-04-14T18:00:00Z')
  const note = async () => void names.push(currentTrace()?.requestId)
  const jobs = createJobs({ db: parkit.db, clock, handlers: { inner: note }, outside: { outer: note } })
  await traced({ requestId: 'edge-job-1' }, () => schedule(parkit.db.pool, 'inner', 'a', clock.now()))
  await traced({ requestId: 'edge-job-2' }, () => schedule(parkit.db.pool, 'outer', 'a', clock.now()))
  await schedule(parkit.db.pool, 'inner', 'b', clock.now())
  await jobs.runDue()
  const fail = async () => {
    throw new Error('no answer')
  }
  const told: (string | undefined)[] = []
  const failing = createJobs({
    db: parkit.db,
    clock,
    handlers: { 'inner-fails': fail },
    outside: { 'outer-fails': fail },
    log: () => told.push(currentTrace()?.requestId),
  })
  for (const kind of ['inner-fails', 'outer-fails'])
    await traced({ requestId: `edge-${kind}` }, () => schedule(parkit.db.pool, kind, 'a', clock.now()))
  await failing.runDue()
  expect(told.toSorted()).toEqual(['edge-inner-fails', 'edge-outer-fails'])
  expect(names.toSorted()).toEqual(['edge-job-1', 'edge-job-2', expect.stringMatching(/^job-/)])
})

test('two concurrent requests keep their own ids', async () => {
  lines.length = 0
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      post('/api/Token', { grant_type: 'nothing' }, { 'x-request-id': `edge-many-${i}` }),
    ),
  )
  const names = logged().flatMap(({ requestId, msg }) => (msg === 'answered' ? [requestId] : []))
  expect(new Set(names.filter(name => String(name).startsWith('edge-many-'))).size).toBe(20)
})

test('no personal data and no credential is logged', () => {
  const shown: string[] = []
  const quiet = createLog('info', line => shown.push(line))
  const error = Object.assign(new Error('Key (email)=(maya@example.com) exists, call +1 312 555 0142'), {
    code: '23505',
    constraint: 'driver_email_key',
    detail: 'Key (phone)=(+13125550142) already exists.',
    parameters: ['IL AB12345'],
    cause: new Error('Authorization: Bearer abcdef123456 at postgres://parkit:hunter2@db/parkit'),
  })
  quiet.error({ err: error }, 'failed for maya@example.com')
  quiet.error(error)
  quiet.info({
    headers: { cookie: 'c=1' },
    user: { password: 'hunter3', token: 'tok' },
    said: 'sk_live_abcdefgh123 4242 4242 4242 4242',
  })
  // the time of day may have any number in it
  const text = shown.join('').replace(/"(time|pid)":\d+/g, '')
  expect(text).not.toMatch(/maya|555|hunter|abcdef|AB12345|4242|c=1|"tok"/)
  expect(JSON.parse(shown[0]!)).toMatchObject({
    err: { code: '23505', constraint: 'driver_email_key' },
    msg: 'failed for [email]',
  })
})

test('the log of a real sign-in identifies nobody', async () => {
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toMatch(/Maya|Torres|maya\.log|3125550142|correct horse/)
})

test('lines of a moment are written at once, and the last ones before the process ends', () => {
  const program = `
    import { createLog } from './log.ts'
    const { write } = process.stdout
    let writes = 0
    const log = createLog('info')
    process.stdout.write = text => {
      write.call(process.stdout, text)
      if (++writes > 1) return
      log.info('last')
      process.exit()
    }
    process.on('exit', () => (process.exitCode = writes))
    log.info('first')
    log.info('second')`
  const args = ['--input-type=module', '--eval', program]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  const messages = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line).msg)
  expect([messages, status], stderr).toEqual([['first', 'second', 'last'], 2])
})
