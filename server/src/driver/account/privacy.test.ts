// The privacy page lists every table, and a deleted driver is in none of them, as it says.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as account from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/driver/profile'
import { tellAttempt } from '@parkit/contract/parking/attempts'
import { changePlate } from '@parkit/contract/parking/changes'
import * as parking from '@parkit/contract/parking/sessions'
import { requestCallback } from '@parkit/contract/support/callbacks'
import { say } from '@parkit/contract/support/chat'
import { writeEmail } from '@parkit/contract/support/emails'
import { sendFeedback } from '@parkit/contract/support/feedback'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { asOwner, isWhole } from '#platform/testing.ts'
import { holdings } from './data-store.ts'
import { exportData } from './export-testing.ts'
import { startRetention } from './retention.ts'
import { retained } from './retention-store.ts'

let parkit: TestServer
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(async () => {
  // put there by hand, without their money
  for (const table of ['dispute', 'subscription_payment', 'subscription']) await rows(`delete from ${table}`)
  await parkit.stop()
})

type Row = Record<string, unknown>
const owner = <Found extends Row = Row>(text: string) => asOwner<Found>(parkit.db.connectionString, text)
const rows = async (text: string, values: unknown[] = []) => (await parkit.db.pool.query<Row>(text, values)).rows

const page = readFileSync(join(import.meta.dirname, '../../../../docs/privacy.md'), 'utf8')
const declared = new Map(
  [...page.matchAll(/^\| `(\w+)` \|([^|]*)\|([^|]*)\|$/gm)].map(([, table, file, deletion]) => [
    table!,
    { file: file!.trim(), deletion: deletion!.trim() },
  ]),
)
const isImpersonal = (table: string) => declared.get(table)!.deletion.startsWith('not personal')

/** Tables that lead to a driver by their references, however far, or have a column that can name one. */
const personal = async (): Promise<string[]> =>
  (
    await owner<{ name: string }>(
      `with recursive reaching (id) as (
         select 'driver'::regclass::oid
         union select conrelid from pg_constraint join reaching on confrelid = id where contype = 'f')
       select coalesce(pg_partition_root(id), id)::regclass::text as name from reaching
       union
       select table_name from information_schema.columns join pg_tables on tablename = table_name and schemaname = 'public'
        where column_name ~ '^(driver_id|recipient|destination|phone|plate|plate_key|email|first_name|last_name|address.*|endpoint)$'
          and table_name not in ('staff', 'place', 'zone') and ${isWhole}
       order by 1`,
    )
  ).map(({ name }) => name)

test('docs/privacy.md names every table, and none that can refer to a driver is called not personal', async () => {
  const tables = await owner<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and ${isWhole}`,
  )
  expect([...declared.keys()].sort()).toEqual(tables.map(({ name }) => name).sort())
  expect((await personal()).filter(isImpersonal)).toEqual([])
  for (const [table, { deletion }] of declared)
    expect([table, deletion]).toEqual([table, expect.stringMatching(/^(deleted|anonymized|kept: |not personal)/)])
})

test('what docs/privacy.md says is exported is read from that table', () => {
  for (const [table, { file }] of declared) {
    if (isImpersonal(table)) continue
    if (file.startsWith('not included: ')) continue
    expect(holdings, table).toHaveProperty(file)
    expect(holdings[file as keyof typeof holdings]).toMatch(new RegExp(`\\b${table}\\b`))
  }
})

const said = 'Zanzibar'

/** A driver with a row in every personal table. */
const fullDriver = async () => {
  const driver = await parkit.driver({ dollars: 60 })
  const { driverId, VehicleId } = driver
  const now = parkit.clock.now()
  const later = now.add({ hours: 1 })
  const session = await parkit.park(driver)
  const { SessionId } = session
  const changed = { SessionId, VehicleId: await parkit.addVehicle(driver.token, 'Timbuktu 8') }
  await parkit.call(changePlate, { body: changed }, driver)
  await parkit.call(sendFeedback, { body: { SessionId, Stars: 4, Text: said } }, driver)
  await parkit.call(say, { body: { text: said } }, driver)
  await parkit.call(writeEmail, { body: { Subject: said, Message: said } }, driver)
  await parkit.call(requestCallback, { body: { phone: '3125550199', date: '2026-04-15', time: '09:00' } }, driver)
  await parkit.call(account.settings, { body: { AutoExtend: false, AutoStart: true } }, driver)
  await parkit.call(account.sendCode, { body: { Destination: driver.email } })
  const { UserName, EmailAddress, PhoneNumber } = (await parkit.call(account.profile, {}, driver)).body
  const address = { AddressLine1: 'Timbuktu 7', City: 'Ouagadougou', State: 'Iowa', ZipCode: '987650123' }
  const names = { FirstName: 'Quetzal', LastName: 'Popocatepetl' }
  await parkit.call(contract.update, { body: { UserName, EmailAddress, PhoneNumber, ...names, ...address } }, driver)
  const told = { Kind: 'stop', TriedAt: now.toString(), ZoneNumber: session.ZoneNumber, PlateNumber: 'Timbuktu 9' }
  const attempt = { ...told, PlateState: 'Illinois', Lost: 1, Outcome: 'waiting' }
  await parkit.call(tellAttempt, { params: { id: randomUUID() }, body: attempt }, driver)
  const credentials = { grant_type: 'password', username: driver.email, password: 'wrong horse battery' } as const
  await parkit.call(account.token, { body: credentials })
  await parkit.jobs.runDue()

  const [{ phone, plate_key }] = (await rows(
    'select phone, plate_key from driver join vehicle using (driver_id) where driver_id = $1 order by seq',
    [driverId],
  )) as [{ phone: string; plate_key: string }]
  const put = (table: string, row: Row) =>
    rows(
      `insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, i) => `$${i + 1}`)})`,
      Object.values(row),
    )
  const id = () => randomUUID()
  await put('driver_photo', { driver_id: driverId, content_type: 'image/png', bytes: said, digest: Buffer.alloc(32) })
  const file = { name: `${said}.pdf`, content_type: 'application/pdf', bytes: said, stored_at: now }
  await put('attachment', { attachment_id: id(), driver_id: driverId, ...file })
  const seen = { plate_key, zone_number: '7412', direction: 'in', seen_at: now }
  await put('plate_presence', seen)
  await put('plate_sighting', { sighting_id: id(), ...seen })
  await put('saved_place', { driver_id: driverId, zone_number: '7412', kind: 'other', label: said, saved_at: now })
  await put('usual_cleared', { driver_id: driverId, cleared_at: now })
  const cut = {
    override_id: '00000000-0000-4000-8000-000000000001',
    was_until: now,
    until_at: '2020-01-01T00:00:00Z',
    refund_cents: 0,
  }
  await put('closure_cut', { session_id: SessionId, at: now, ...cut })
  await put('session_share', { session_id: SessionId, driver_id: driverId, share_id: SessionId, made_at: now })
  await put('auto_stay', { session_id: SessionId, wanted: true })
  await put('notice_choice', { driver_id: driverId, kind: 'receipt', channel: 'mail', wanted: true })
  await put('reminder_time', { driver_id: driverId, first_minutes: 30, last_minutes: 10 })
  const trusted = { code: driverId, name: said, channel: 'mail', recipient: `${said}@example.com`, language: 'en' }
  await put('trusted_person', { driver_id: driverId, ...trusted, invited_at: now })
  await put('trusted_invitation', { who_hash: Buffer.from(driverId), sent: 1, kept_until: later })
  await put('benefit', { driver_id: driverId, class: 'placard', until_at: later })
  await put('notice', { notice_id: id(), driver_id: driverId, kind: 'chat', data: { text: said }, at: later })
  const message = { message_id: id(), channel: 'sms', recipient: phone, subject: '', body: said, queued_at: now }
  await put('outbox', { ...message, expires_at: later })
  const [{ token_hash }] = (await rows('select token_hash from token where driver_id = $1', [driverId])) as [Row]
  const subscription_id = id()
  const keys = { endpoint: `https://push.example/${said}/${subscription_id}`, p256dh: 'x', auth: 'x' }
  await put('push_subscription', { subscription_id, driver_id: driverId, token_hash, ...keys, made_at: now })
  const push = { payload: { body: said }, queued_at: now, expires_at: later }
  await put('push_message', { message_id: id(), subscription_id, ...push })
  await put('passkey', {
    ...{ credential_id: Buffer.from(id()), driver_id: driverId, public_key: 'x', counter: 0, transports: [] },
    ...{ name: said, backed_up: false, made_at: now },
  })
  const challenge = Buffer.from(id().replaceAll('-', ''))
  await put('passkey_challenge', { challenge, purpose: 'add', driver_id: driverId, expires_at: later })
  const wait = { begun_at: now, ready_at: later, expires_at: later.add({ hours: 1 }) }
  await put('recovery', {
    recovery_id: id(),
    driver_id: driverId,
    channel: 'sms',
    stop_hash: Buffer.alloc(32),
    ...wait,
  })
  await put('top_up', { driver_id: driverId })
  const run = { amount_cents: 100, month: '2026-04', state: 'dropped', begun_at: now, ended_at: now }
  await put('top_up_run', { run_id: id(), driver_id: driverId, ...run })
  const plan = {
    subscription_id: id(),
    driver_id: driverId,
    key: id(),
    input_hash: Buffer.alloc(32),
    method_id: 'pm_1',
  }
  const over = { price_cents: 900, state: 'void', asked_at: now, ended_at: now }
  await put('subscription', { ...plan, ...over })
  await put('subscription_payment', {
    subscription_id: plan.subscription_id,
    invoice_reference: `in_${id()}`,
    payment_reference: `pi_${id()}`,
    amount_cents: 900,
    paid_at: now,
    covers_until: later,
  })
  const disputed = { amount_cents: 1, wallet_cents: 0, state: 'lost', opened_at: now, closed_at: now }
  await put('dispute', { dispute_id: `dp_${id()}`, driver_id: driverId, ...disputed })
  const staff_id = id()
  await put('staff', { staff_id, email: `${staff_id}@example.com`, invited_at: now })
  await put('desk_act', { at: now, staff_id, kind: 'closed', subject: driverId })
  const proposal_id = id()
  const proposal = { proposal_id, kind: 'refund', subject: SessionId, payload: { driverId, reason: said } }
  const made = { digest: Buffer.alloc(32), amount_cents: 60_000, made_by: staff_id, at: now, expires_at: later }
  await put('proposal', { ...proposal, ...made })
  await put('proposal_vote', { proposal_id, staff_id, yes: false, reason: said, at: now })
  const [{ conversation_id }] = (await rows('select conversation_id from conversation where driver_id = $1', [
    driverId,
  ])) as [Row]
  await put('assignment', { conversation_id, staff_id })
  // as of years ago
  await owner(`
    insert into archived_session
      select (jsonb_populate_record(session, '{"plate_key": "hashed", "vehicle": {}}')).* from session where driver_id = '${driverId}';
    insert into archived_step select step.* from step join session using (session_id) where driver_id = '${driverId}';
    insert into archived_chat_message select * from chat_message where conversation_id = '${conversation_id}'`)

  const { data } = await exportData({ parkit, driver })
  return { ...driver, VehicleId, SessionId, phone, plate_key, data }
}

type Full = Awaited<ReturnType<typeof fullDriver>>
const wordsOf = (driver: Full) => [
  driver.email,
  driver.phone,
  driver.phone.slice(2),
  driver.plate_key,
  ...[said, '3125550199', 'Timbuktu', 'Ouagadougou', '987650123', 'Quetzal', 'Popocatepetl'],
]

/** The tables where a row says one of these, in whichever column. */
const tablesSaying = async (words: string[]): Promise<string[]> => {
  const saying: string[] = []
  for (const table of declared.keys()) {
    const like = words.map(word => `%${word}%`)
    if ((await rows(`select from "${table}" as line where line::text ilike any($1) limit 1`, [like])).length > 0)
      saying.push(table)
  }
  return saying.sort()
}

/** The tables with rows that refer to the driver. */
const idsOf = async (driverId: string): Promise<string[]> => {
  const ids = new Set([driverId])
  for (const table of await personal()) {
    const [key] = await owner<{ name: string }>(
      `select attname::text as name from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
        where indrelid = '${table}'::regclass and indisprimary
          -- in partitions, the column that divides them too
          and indnkeyatts = 1 + (select count(*) from pg_partitioned_table where partrelid = indrelid and partattrs[0] <> indkey[0])`,
    )
    if (!key) continue
    const found = await rows(
      `select "${key.name}"::text as id from "${table}" as line where line::text ilike any($1)`,
      [[...ids].map(id => `%${id}%`)],
    )
    for (const { id } of found) if (String(id).length >= 10 && !String(id).startsWith('\\x')) ids.add(String(id))
  }
  return [...ids]
}

test('a deleted driver is found only where docs/privacy.md says', async () => {
  const driver = await fullDriver()
  const words = wordsOf(driver)
  const ids = await idsOf(driver.driverId)
  const held = await tablesSaying([...words, ...ids])
  const byHash = ['guess', 'code_count', 'card_decline', 'texted_number', 'trusted_invitation']
  const expected = [...declared.keys()].filter(
    table => !isImpersonal(table) && !byHash.includes(table) && table !== 'refund',
  )
  expect(held.filter(table => !isImpersonal(table))).toEqual(expect.arrayContaining(expected))

  const { data } = driver
  for (const table of held) {
    const { file } = declared.get(table)!
    if (file && !file.startsWith('not included: ')) expect([file, data[file]!.length]).not.toEqual([file, 0])
  }

  await parkit.call(parking.stop, { body: { SessionId: driver.SessionId } }, driver)
  const gone = await parkit.call(contract.deleteAccount, { body: { Password: driver.password } }, driver)
  expect(gone.status, JSON.stringify(gone.error)).toBe(200)
  await parkit.jobs.runDue()
  await parkit.jobs.runDue()

  // told to every contact, and for a day in the sandbox's outbox
  expect(await tablesSaying(words)).toEqual(['sandbox_message'])
  const said = await rows('select distinct subject from sandbox_message where recipient = any($1)', [words])
  expect(said).toEqual([{ subject: 'Your ParkIt account was deleted' }])
  await rows('delete from sandbox_message')
  expect(await tablesSaying(words)).toEqual([])
  const remain = await tablesSaying(ids)
  expect(remain.filter(table => !/^(kept: |anonymized)/.test(declared.get(table)!.deletion))).toEqual([])
  expect(remain).toContain('refund')
})

test('the nightly job deletes expired data and nothing else', async () => {
  await fullDriver()
  const count = async () => {
    const counts: [string, number][] = []
    for (const table of Object.keys(retained)) {
      const [row] = await rows(`select count(*)::integer as n from "${table}"`)
      counts.push([table, row!.n as number])
    }
    return Object.fromEntries(counts)
  }
  const before = await count()
  await startRetention(parkit.db.pool, parkit.clock.now())
  await startRetention(parkit.db.pool, parkit.clock.now())
  const planned = await rows(`select run_at from job where kind = 'retention'`)
  // half past three in Chicago
  expect(planned.map(({ run_at }) => String(run_at))).toEqual(['2026-04-15T08:30:00Z'])
  for (const [table, n] of Object.entries(before))
    if (!table.startsWith('staff_')) expect([table, n > 0]).toEqual([table, true])
  parkit.clock.advance({ hours: 26 })
  await parkit.jobs.runDue()
  const nextDay = await count()
  expect(nextDay).toMatchObject({ token: before.token, idempotency: before.idempotency, notice: before.notice })
  expect(nextDay).toMatchObject({ challenge: 0, plate_presence: 0, push_message: 0 })
  parkit.clock.advance({ days: 91 })
  await parkit.jobs.runDue()
  const { card_event, sandbox_message, ...rest } = await count()
  const nothing = Object.fromEntries(Object.keys(rest).map(table => [table, 0]))
  expect(rest).toEqual({ ...nothing, attempt: before.attempt, texted_number: before.texted_number })
})

test('two years after a stay its plate and position are gone', async () => {
  const driver = await fullDriver()
  const known = async () => (await tablesSaying([driver.plate_key, 'Timbuktu 9'])).filter(table => table !== 'vehicle')
  await parkit.call(parking.stop, { body: { SessionId: driver.SessionId } }, driver)
  const again = await parkit.park(driver)
  await parkit.call(parking.stop, { body: { SessionId: again.SessionId } }, driver)
  await startRetention(parkit.db.pool, parkit.clock.now())
  parkit.clock.advance({ days: 729 })
  await parkit.jobs.runDue()
  expect(await known()).toEqual(['attempt', 'segment', 'session'])
  parkit.clock.advance({ days: 2 })
  await parkit.jobs.runDue()
  expect(await known()).toEqual([])
  const text = 'select plate_key, vehicle from session where driver_id = $1 order by session_id = $2 desc'
  const kept = await rows(text, [driver.driverId, driver.SessionId])
  const one = expect.stringMatching(/^hashed [0-9a-f]{64}$/)
  const vehicle = expect.objectContaining({ PlateNumber: '', VehicleMake: 'Honda' })
  expect(kept).toEqual([
    { plate_key: one, vehicle },
    { plate_key: one, vehicle },
  ])
  // the first began under the plate of the second
  const before = await rows('select plate_key, vehicle from segment where driver_id = $1', [driver.driverId])
  expect(before).toEqual([{ plate_key: kept[1]!.plate_key, vehicle }])
  expect(kept[0]!.plate_key).not.toBe(kept[1]!.plate_key)
})
