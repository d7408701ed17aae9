// Reminders, the end, extensions and receipts over HTTP: each once by each way, moved, cancelled, late, and never twice.
import { settings } from '@parkit/contract/driver/account'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { zones } from '#parking/sessions/testing.ts'
import { anotherServer, dispatchOnly, noticeActs, startTextService } from './testing.ts'

let parkit: TestServer
let acts: ReturnType<typeof noticeActs>
let parking: ReturnType<typeof parkingActions>
const endings: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  parkit = await startTestServer()
  acts = noticeActs(parkit)
  parking = parkingActions(parkit)
})
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
  await parkit.stop()
})

type Driver = Awaited<ReturnType<TestServer['driver']>>
/** Hears of everything that has to do with time by text message. */
const listener = async (): Promise<Driver> => {
  const driver = await parkit.driver()
  for (const kind of ['ends15', 'ends5', 'ended', 'extended'] as const) await acts.choose(driver, kind, 'sms')
  await acts.choose(driver, 'receipt', 'mail', false)
  return driver
}
const texts = async (driver: Driver) => (await acts.told(driver)).map(({ body }) => body)
const at = async (minutes: number, ...servers: TestServer[]) => {
  acts.later(minutes)
  await acts.settle(...servers)
}

test('channels follow the driver’s settings; the default is push, and email for the receipt', async () => {
  const driver = await parkit.driver()
  const { body } = await acts.settings(driver)
  expect(body.Kinds.map(({ Kind, Push, Mail, Sms }) => [Kind, Push, Mail, Sms])).toEqual([
    ['ends15', true, false, false],
    ['ends5', true, false, false],
    ['ended', true, false, false],
    ['extended', true, false, false],
    ['receipt', false, true, false],
    ['topUp', true, false, false],
    ['refund', true, false, false],
    ['plan', true, true, false],
    ['chat', true, false, false],
  ])
  expect(body).toMatchObject({ FirstMinutes: 15, LastMinutes: 5 })
  expect(body).toMatchObject({ Email: driver.email, PushDevices: 0, PushKey: expect.stringMatching(/^[\w-]{87}$/) })
  const changed = await acts.choose(driver, 'ended', 'mail')
  expect(changed.body.Kinds[2]).toEqual({ Kind: 'ended', Push: true, Mail: true, Sms: false })
  await acts.choose(driver, 'ended', 'mail', false)
  expect((await acts.settings(driver)).body).toEqual(body)
  expect((await acts.settings(await parkit.driver())).body.Kinds).toEqual(body.Kinds)
  const wrong = await parkit.call(settings, { body: { Language: 'fr' } }, { token: driver.token })
  expect(wrong.status).toBe(400)
})

test('15 and 5 minutes before the end and at the end, in the place’s time zone', async () => {
  const driver = await listener()
  await parkit.park(driver)
  await at(44)
  expect(await texts(driver)).toEqual([])
  await at(1)
  const fifteen = '15 min left at Lot 5101. Your parking ends at 1:00 PM. Plate TST 1.'
  expect(await texts(driver)).toEqual([fifteen])
  await at(10)
  const five = '5 min left at Lot 5101. Your parking ends at 1:00 PM. Plate TST 1.'
  expect(await texts(driver)).toEqual([fifteen, five])
  await at(5)
  const ended = 'Your parking at Lot 5101 ended at 1:00 PM. Plate TST 1. Still there? Park again in the app.'
  expect(await texts(driver)).toEqual([fifteen, five, ended])
  await at(60)
  expect(await texts(driver)).toHaveLength(3)
})

test('in the driver’s language', async () => {
  const driver = await listener()
  await parkit.call(settings, { body: { Language: 'hi' } }, { token: driver.token })
  await parkit.park(driver)
  await at(45)
  expect(await texts(driver)).toEqual([
    expect.stringContaining('पार्किंग 15 मिनट में (1:00 PM) खत्म होगी। नंबर प्लेट TST 1 है।'),
  ])
})

test.each([
  [15, [5, 0]],
  [20, [15, 5, 0]],
])('a stay of %i minutes has no reminder at its start', async (minutes, lefts) => {
  const driver = await listener()
  await parkit.park(driver, minutes)
  await acts.settle()
  expect(await texts(driver)).toEqual([])
  for (let minute = 0; minute < minutes; minute++) await at(1)
  const said = await texts(driver)
  expect(said.map(body => Number(/^(\d+) min left/.exec(body)?.[1] ?? 0))).toEqual(lefts)
})

test('an extension moves the reminders and sends a notice of its own', async () => {
  const driver = await listener()
  const { SessionId } = await parkit.park(driver)
  await at(30)
  await parking.extend(driver, SessionId, 30)
  await acts.settle()
  const [extended] = await texts(driver)
  expect(extended).toContain('Your parking at Lot 5101 now ends at 1:30 PM. Plate TST 1. You paid $1.00.')
  await at(25)
  expect(await texts(driver)).toHaveLength(1)
  await at(20)
  expect((await texts(driver))[1]).toContain('15 min left at Lot 5101. Your parking ends at 1:30 PM')
  // once more in the last quarter: only what lies ahead of the new end is said
  await at(5)
  await parking.extend(driver, SessionId, 3)
  await at(3)
  await at(5)
  const said = (await texts(driver)).slice(2)
  expect(said).toEqual([expect.stringContaining('now ends at 1:33 PM'), expect.stringContaining('5 min left')])
})

const minutesLeft = async (driver: Driver) => (await texts(driver)).map(body => /^(\d+) min left/.exec(body)?.[1])

test('reminders by the driver’s own minutes, for one driver alone', async () => {
  const [driver, other] = [await listener(), await listener()]
  const { body } = await acts.setReminders(driver, 40, 10)
  expect(body).toMatchObject({ FirstMinutes: 40, LastMinutes: 10 })
  expect((await acts.settings(driver)).body).toEqual(body)
  const { SessionId } = await parkit.park(driver)
  await parkit.park(other)
  await at(20)
  await at(30)
  expect(await minutesLeft(driver)).toEqual(['40', '10'])
  // the first of the other driver's is late, yet before the last one
  expect(await minutesLeft(other)).toEqual(['10'])
  await parking.extend(driver, SessionId, 60)
  await at(0)
  await at(30)
  expect((await minutesLeft(driver)).slice(2)).toEqual([undefined, '40'])
})

test('other minutes hold for running sessions at once: what lies ahead moves, and what is past is not sent', async () => {
  const driver = await listener()
  await parkit.park(driver)
  await at(35)
  await acts.setReminders(driver, 30, 20)
  await at(0)
  expect(await texts(driver)).toEqual([])
  await at(5)
  expect(await minutesLeft(driver)).toEqual(['20'])
  await acts.setReminders(driver, 10, 1)
  await at(9)
  expect(await minutesLeft(driver)).toEqual(['20'])
  await at(1)
  await at(9)
  expect(await minutesLeft(driver)).toEqual(['20', '10', '1'])
})

test.each([
  [0, 5, 'FirstMinutes', 'Choose 1 to 120 minutes.'],
  [121, 5, 'FirstMinutes', 'Choose 1 to 120 minutes.'],
  [15, 2.5, 'LastMinutes', 'Choose 1 to 120 minutes.'],
  [15, 15, 'LastMinutes', 'Choose fewer minutes than for the first reminder.'],
])('reminders %d and %d minutes before the end are refused at %s', async (first, last, field, said) => {
  const driver = await parkit.driver()
  const { status, body } = await acts.setReminders(driver, first, last)
  expect([status, body]).toEqual([400, expect.objectContaining({ Fields: expect.objectContaining({ [field]: said }) })])
  expect((await acts.settings(driver)).body).toMatchObject({ FirstMinutes: 15, LastMinutes: 5 })
})

test('a stop cancels the reminders and sends the receipt by email once', async () => {
  const driver = await listener()
  await acts.choose(driver, 'receipt', 'mail')
  const { SessionId } = await parkit.park(driver)
  await at(20)
  await parking.stop(driver, SessionId)
  await at(60)
  await at(60)
  const told = await acts.told(driver)
  expect(told.map(({ channel, subject }) => [channel, subject])).toEqual([['mail', 'Receipt: $1.35 at Lot 5101']])
  expect(told[0]!.body).toBe(
    [
      'Lot 5101, Apr 14, 2026, 12:00 PM to 12:20 PM. Plate TST 1. You paid $1.35. We refunded $1.00.',
      '',
      `Session ID: ${SessionId}`,
      'Zone: 5101',
      'Address: Lot 5101, 5101 Broadway',
      'Parking: $2.00',
      'Service fee: $0.35',
      'Refunded: $1.00',
      'Amount Paid: $1.35',
      'Paid Via: Wallet',
      '',
      `http://127.0.0.1:3000/confirmlocation?session=${SessionId}`,
      '',
      'Manage notifications: http://127.0.0.1:3000/notifications',
    ].join('\n'),
  )
  const { rows } = await parkit.db.pool.query('select from job')
  expect(rows).toEqual([])
})

test.each([
  ['between the two reminders', 50, ['10 min left']],
  ['in the last minutes', 57, ['3 min left']],
  ['after the end', 61, ['ended at 1:00 PM']],
  ['long after the end', 8 * 60, []],
])('servers that restart %s send what is still true', async (_, minutes, said) => {
  const driver = await listener()
  await parkit.park(driver)
  await at(minutes)
  expect(await texts(driver)).toEqual(said.map(part => expect.stringContaining(part)))
})

test('many drivers and several servers: each notice is sent once', async () => {
  const drivers = await Promise.all(Array.from({ length: 6 }, listener))
  await Promise.all(drivers.map(driver => parkit.park(driver)))
  const others = [await anotherServer(parkit), await anotherServer(parkit)]
  for (const other of others) endings.push(() => other.app.close())
  const servers = [parkit, ...others] as TestServer[]
  for (const minutes of [45, 10, 5]) await at(minutes, ...servers)
  for (const driver of drivers) expect(await texts(driver)).toHaveLength(3)
})

test('a refused start plans no notice', async () => {
  const driver = await parkit.driver({ dollars: 1 })
  await acts.settle()
  expect((await parking.start(driver, { ZoneNumber: zones.garage })).status).toBe(402)
  const { rows } = await parkit.db.pool.query(`select from job where kind like 'notice%'`)
  expect(rows).toEqual([])
})

/** Two servers whose text service is the given one. */
const withTexts = async () => {
  const service = await startTextService()
  endings.push(service.stop)
  const servers = [
    await anotherServer(parkit, service.settings),
    await anotherServer(parkit, service.settings),
  ] as TestServer[]
  for (const server of servers) endings.push(() => server.app.close())
  return { service, servers: servers as [TestServer, TestServer] }
}

test('a server that dies after sending: no other server sends again', async () => {
  const { service, servers } = await withTexts()
  const driver = await listener()
  await parkit.park(driver)
  acts.later(45)
  const waiting = service.hang()
  await dispatchOnly(parkit)
  const hanging = servers[0].jobs.runDue()
  const response = await waiting
  acts.later(2)
  await acts.settle(servers[1])
  expect(service.texts).toHaveLength(1)
  response.destroy()
  await hanging
  acts.later(2)
  await acts.settle(...servers)
  expect(service.texts).toHaveLength(1)
  const { rows } = await parkit.db.pool.query('select from outbox')
  expect(rows).toEqual([])
})

test('a server that dies between marking and sending: the notice is not sent', async () => {
  const { service, servers } = await withTexts()
  const driver = await listener()
  await parkit.park(driver)
  acts.later(45)
  await dispatchOnly(parkit)
  const { rowCount } = await parkit.db.pool.query('update outbox set taken_at = $1 where once', [parkit.clock.now()])
  expect(rowCount).toBe(1)
  await acts.settle(...servers)
  expect(service.texts).toEqual([])
})

test('a notice that the SMS service refused is sent again while it is still true', async () => {
  const { service, servers } = await withTexts()
  const driver = await listener()
  await parkit.park(driver)
  service.answers.push(503, 429)
  for (const minutes of [45, 1, 1, 1]) await at(minutes, servers[0])
  expect(service.texts.map(({ body }) => body.slice(0, 51))).toEqual(
    Array(3).fill('ParkIt: 15 min left at Lot 5101. Your parking ends '),
  )
  // after what may have been taken, nobody can tell
  service.answers.push(500)
  await at(7, servers[0])
  await at(1, servers[0])
  expect(service.texts).toHaveLength(4)
})
