// The archive: a month leaves the app's partitions while drivers park, not before all in it is over, and its receipts, exports, and deletion go on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteAccount } from '@parkit/contract/driver/profile'
import { activity } from '@parkit/contract/money/wallet'
import * as contract from '@parkit/contract/parking/sessions'
import { close } from '@parkit/contract/staff/desk'
import * as desk from '@parkit/contract/staff/desk-drivers'
import { chat, readChat, say, unread } from '@parkit/contract/support/chat'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { heldData } from '#driver/account/export-testing.ts'
import { deleteOld, hashPlates } from '#driver/account/retention-store.ts'
import { cardOf } from '#money/cards/testing.ts'
import { brokenBooks } from '#money/ledger/books.ts'
import { parkingActions } from '#parking/sessions/actions-testing.ts'
import { staffToken } from '#staff/desk/testing.ts'
import { archiveMonths } from './archive.ts'
import { backUp } from './backup.ts'
import { partitionJobs } from './partitions.ts'
import { restore } from './restore.ts'
import { asOwner, connectionTo, newDatabaseName, tableColumns, tableContents } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
  for (const month of ['01', '02', '03', '04', '05']) {
    parkit.clock.set(`2031-${month}-10T12:00:00Z`)
    await partitionJobs(parkit.db).partitions!('all', parkit.clock.now(), async () => {})
  }
})
afterAll(() => parkit.stop())

const owner = <Row extends object>(text: string) =>
  asOwner<Row & Record<string, unknown>>(parkit.db.connectionString, text)
let people = 0
/** Who is idle is signed out. */
const staff = async () => ({ token: await staffToken(parkit, `Ana${++people}`) })
/** Ten years after that day: what is open of each month of before, by its table. */
const archive = async (day: string) => {
  const now = Temporal.Instant.from(`${day}T00:00:00Z`).toZonedDateTimeISO('UTC').add({ years: 10 }).toInstant()
  const months = await archiveMonths(parkit.db.connectionString, 10, now)
  return { last: months.at(-1)?.month, open: Object.fromEntries(months.map(({ table, open }) => [table, open])) }
}
const archivedTables = async (month: string) =>
  (await owner<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'archive' order by 1`))
    .map(({ name }) => name)
    .filter(name => name.endsWith(month))

test('starts and stops succeed while months go to the archive', async () => {
  const drivers = await Promise.all([1, 2, 3].map(() => parkit.driver({ dollars: 500 })))
  let archiving = true
  const parking = drivers.map(async driver => {
    for (let stays = 0; archiving || stays < 2; stays++) {
      const { SessionId } = await parkit.park(driver)
      expect((await parkit.call(contract.stop, { body: { SessionId } }, driver)).status).toBe(200)
    }
  })
  expect(await archive('2031-05-01')).toEqual({ last: '203104', open: { chat_message: null, session: null } })
  archiving = false
  await Promise.all(parking)
  expect(await archivedTables('_203104')).toEqual(['chat_message_203104', 'session_203104', 'step_203104'])
  expect(await archive('2031-05-31')).toEqual({ last: undefined, open: {} })
})

test('an archive holds every column of its table', async () => {
  const columns = await tableColumns(parkit.db.connectionString)
  for (const table of ['session', 'step', 'chat_message'])
    expect([...columns.get(`archived_${table}`)!].sort()).toEqual([...columns.get(table)!].sort())
})

test('a month stays while anything in it is open; then receipts, support, exports, books, and backups read the archive', async () => {
  const { start, stop, later } = parkingActions(parkit)
  const driver = await parkit.driver({ dollars: 20 })
  const { driverId } = driver
  const PayWith = await cardOf(parkit, driver.token, '4242')
  const byWallet = (await start(driver)).body
  const { SessionId } = (await start(driver, { PayWith, VehicleId: await parkit.addVehicle(driver.token, 'CARD 1') }))
    .body
  const said = { body: { text: 'Where is zone 7412?' } }
  await parkit.call(say, said, { token: driver.token, key: 'once' })
  const support = parkit.features.support.chat
  const conversationId = await support.open(driverId, parkit.clock.now())
  const answer = (text: string) =>
    support.say({ conversationId, sender: 'support', name: 'Ana', text }, parkit.clock.now())
  await answer('Round the corner.')
  const unreadMessage = 'a message is unread, or its conversation open'
  const open = async () => (await archive('2031-06-01')).open
  expect(await open()).toEqual({ chat_message: unreadMessage, session: 'a session runs or is not paid yet' })
  later(30)
  for (const id of [SessionId, byWallet.SessionId]) expect((await stop(driver, id)).status).toBe(200)
  expect((await parkit.call(readChat, { body: { Seq: 3 } }, driver)).status).toBe(200)
  expect(await open()).toEqual({ chat_message: unreadMessage, session: 'a session runs or is not paid yet' })
  for (let round = 0; round < 3; round++) await parkit.jobs.runDue()
  expect(await open()).toMatchObject({ session: 'a plate is not hashed yet' })
  const longAfter = Temporal.Instant.from('2034-01-01T00:00:00Z')
  await hashPlates(parkit.db.pool, longAfter)
  await deleteOld(parkit.db.pool, 'parking_right', longAfter)
  const refund = { params: { driverId, id: SessionId }, body: { Amount: 0.5, Reason: 'The meter was wrong' } }
  expect((await parkit.call(desk.refund, refund, await staff())).status).toBe(200)
  await parkit.call(close, { params: { driverId }, body: { Seq: 3 } }, await staff())
  await answer('Did you find it?')
  const refunding = 'a payment, a refund, or a dispute is under way'
  expect(await open()).toEqual({ chat_message: unreadMessage, session: refunding })
  await parkit.call(readChat, { body: { Seq: 4 } }, driver)
  for (let day = 0; day < 12; day++) {
    await parkit.jobs.runDue()
    parkit.clock.advance({ days: 1 })
  }

  const list = async () => (await parkit.call(contract.sessions, { query: {} }, driver)).body.Items
  const reads = async () => {
    const params = { id: SessionId }
    const ana = await staff()
    const { Sessions, ChatMessages } = await heldData(parkit.db, driverId)
    const answers = await Promise.all([
      parkit.call(contract.session, { params }, driver),
      parkit.call(activity, { query: {} }, driver),
      parkit.call(unread, {}, driver),
      parkit.call(desk.findDrivers, { query: { Query: SessionId } }, ana),
      parkit.call(desk.driverSession, { params: { driverId, ...params } }, ana),
    ])
    const { status } = await parkit.call(contract.receiptPdf, { params }, driver)
    return JSON.parse(
      JSON.stringify([status, Sessions, ChatMessages, answers.map(({ status, body }) => [status, body])]),
    )
  }
  expect((await list()).length).toBe(2)
  const before = await reads()
  expect([before[0], before[1].flatMap(({ steps }: { steps: unknown[] }) => steps).length, before[2].length]).toEqual([
    200, 5, 4,
  ])
  expect(await open()).toEqual({ chat_message: null, session: null })
  expect(await archivedTables('_203105')).toEqual(['chat_message_203105', 'session_203105', 'step_203105'])
  expect(await reads()).toEqual(before)
  expect(await brokenBooks(parkit.db.pool)).toEqual([])
  expect(await parkit.checkBooks()).toEqual([])

  // as docs/running.md says: lists and conversations begin after the archive, and nothing is paid back from it
  expect(await list()).toEqual([])
  expect((await parkit.call(desk.refund, refund, await staff())).error.Code).toBe('not_found')
  const { body } = await parkit.call(chat, { query: {} }, driver)
  expect(body).toMatchObject({ Items: [], NextCursor: null, LastSeq: 4, Unread: 0 })
  parkit.clock.set('2031-06-01T12:00:00Z')
  expect((await parkit.call(say, { body: { text: 'Again' } }, driver)).body).toMatchObject({ Seq: 5 })

  const folder = mkdtempSync(join(tmpdir(), 'parkit-archive-'))
  const name = newDatabaseName()
  const other = connectionTo(parkit.db.connectionString, name)
  await owner(`create database ${name}`)
  try {
    await backUp(parkit.db.connectionString, join(folder, 'backup.gz'))
    await restore(other, join(folder, 'backup.gz'))
    expect(await tableContents(other)).toEqual(await tableContents(parkit.db.connectionString))
  } finally {
    await owner(`drop database ${name} with (force)`)
    rmSync(folder, { recursive: true })
  }

  expect((await parkit.call(deleteAccount, { body: { Password: driver.password } }, driver)).status).toBe(200)
  const [kept] = await owner(
    `select (select count(*)::integer from archived_session
              where driver_id = '${driverId}' and plate_key = 'erased ' || session_id and vehicle = '{}') as erased,
            (select count(*)::integer from archived_chat_message where conversation_id = '${conversationId}') as said,
            (select count(*)::integer from chat_message_key where conversation_id = '${conversationId}') as keys`,
  )
  expect(kept).toEqual({ erased: 2, said: 0, keys: 0 })
})

test('the server’s role reaches an archived month only through its table, and adds nothing to it', async () => {
  await expect(parkit.db.pool.query('select from archive.session_203105')).rejects.toThrow('permission denied')
  await expect(parkit.db.pool.query('delete from archived_session')).rejects.toThrow('permission denied')
  await expect(parkit.db.pool.query('update archived_chat_message set seq = 0')).rejects.toThrow('permission denied')
})
