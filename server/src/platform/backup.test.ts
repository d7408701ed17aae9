// A backup holds every row of one moment; a damaged file, and a database that is not empty, are refused.
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { details } from '@parkit/contract/driver/account'
import { addMoney } from '@parkit/contract/money/wallet'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#app/app.ts'
import { startTestServer, type TestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { type BackupHead, backUp, inOrder } from './backup.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './db.ts'
import { listMigrations, migrate } from './migrate.ts'
import { restore } from './restore.ts'
import { asOwner, connectionTo, newDatabaseName, tableContents } from './testing.ts'

// a database is made and migrated several times
vi.setConfig({ testTimeout: 120_000 })

let parkit: TestServer
const folder = mkdtempSync(join(tmpdir(), 'parkit-backup-'))
beforeAll(async () => {
  parkit = await startTestServer()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await parkit.stop()
})

const { connectionString: server, template } = inject('postgres')
/** With its tables, which is quicker, or without. */
const withEmpty = async <Result>(
  work: (connectionString: string) => Promise<Result>,
  from = `template ${template}`,
): Promise<Result> => {
  const name = newDatabaseName()
  await asOwner(server, `create database ${name} ${from}`)
  try {
    return await work(connectionTo(server, name))
  } finally {
    await asOwner(server, `drop database ${name} with (force)`)
  }
}

const appOn = async (connectionString: string) => {
  const db = openDatabase({ connectionString, poolSize: 5 })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const built = await buildApp({ config, db, clock: parkit.clock, city: source(parkingCity()), checkAnswers: true })
  const close = async () => {
    await built.app.close()
    await db.close()
  }
  return { ...built, close }
}

const file = join(folder, 'everything.gz')
/** what every table held when the file was written */
let contents: Map<string, string>

/** A backup with other content and the checksum that belongs to it. */
const sealed = (text: string): Buffer => {
  const content = Buffer.from(text.slice(0, text.lastIndexOf('-- end')), 'latin1')
  return gzipSync(Buffer.concat([content, Buffer.from(`-- end ${hash('sha256', content, 'hex')}\n`)]))
}
const textOf = (path: string) => gunzipSync(readFileSync(path)).toString('latin1')

test('every row of every table is restored, and drivers continue', async () => {
  const driver = await parkit.driver({ dollars: 100 })
  await parkit.park(driver)
  // what the text form must write in another way
  await parkit.db.pool.query(
    `update driver set first_name = E'Tab\\tand\\nline', last_name = E'\\\\.', city = 'शिकागो' where driver_id = $1`,
    [driver.driverId],
  )
  await parkit.db.pool.query(`insert into driver_photo values ($1, 'image/png', $2, sha256($2))`, [
    driver.driverId,
    Buffer.from([0, 10, 92, 46, 10, 255]),
  ])
  contents = await tableContents(parkit.db.connectionString)
  await backUp(parkit.db.connectionString, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await withEmpty(async empty => {
    await restore(empty, file)
    expect(await tableContents(empty)).toEqual(contents)
    const there = await appOn(empty)
    const headers = { authorization: `Bearer ${driver.token}`, 'idempotency-key': 'after-the-restore' }
    const asked = await there.app.inject({ url: details.path, headers })
    expect(asked.json()).toEqual((await parkit.call(details, {}, driver)).body)
    const paid = await there.app.inject({ method: 'POST', url: addMoney.path, payload: { Amount: 5 }, headers })
    expect(paid.statusCode).toBe(200)
    expect(await there.books()).toEqual([])
    // the tables refuse what they refused before
    await expect(asOwner(empty, 'delete from entry')).rejects.toThrow('append-only')
    await there.close()
  })
})

test('a backup is one snapshot: the ledger balances in a backup taken while money moves', async () => {
  const drivers = await Promise.all(Array.from({ length: 4 }, () => parkit.driver({ dollars: 200 })))
  let taken = false
  const moving = drivers.map(async driver => {
    for (let i = 0; i < 3 || !taken; i++) await parkit.call(addMoney, { body: { Amount: 1 } }, driver)
  })
  const busy = join(folder, 'busy.gz')
  await backUp(parkit.db.connectionString, busy)
  taken = true
  await Promise.all(moving)
  await withEmpty(async empty => {
    await restore(empty, busy)
    const there = await appOn(empty)
    expect(await there.books()).toEqual([])
    await there.close()
  })
})

test('a truncated backup is refused and leaves the database empty', async () => {
  const whole = readFileSync(file)
  const text = gunzipSync(whole)
  const short = join(folder, 'short.gz')
  const halves = [
    whole.subarray(0, whole.length / 2),
    gzipSync(text.subarray(0, text.length / 2)),
    gzipSync(text.subarray(0, -5)),
    gzipSync(text.subarray(0, text.lastIndexOf('-- end'))),
  ]
  for (const half of halves) {
    writeFileSync(short, half)
    await withEmpty(async empty => {
      await expect(restore(empty, short)).rejects.toThrow('damaged or was cut short')
      expect(await asOwner(empty, 'select from driver')).toEqual([])
      // and is no obstacle
      if (half === halves.at(-1)) await restore(empty, file)
    })
  }
})

test('a backup in which one byte changed is refused before anything is written', async () => {
  const other = join(folder, 'changed.gz')
  writeFileSync(other, gzipSync(Buffer.from(textOf(file).replace('Tab\\tand', 'Tab\\tAnd'), 'latin1')))
  await withEmpty(async empty => {
    await expect(restore(empty, other)).rejects.toThrow('damaged or was cut short')
    expect(await asOwner(empty, `select from pg_tables where schemaname = 'public'`)).toEqual([])
  }, '')
})

test('a file that is not a backup, or is one of a newer version, is refused', async () => {
  const other = join(folder, 'other.gz')
  writeFileSync(other, gzipSync('drop table driver;\n'))
  await expect(withEmpty(empty => restore(empty, other))).rejects.toThrow('not a backup of ParkIt')
  writeFileSync(other, 'drop table driver;\n')
  await expect(withEmpty(empty => restore(empty, other))).rejects.toThrow('not a backup of ParkIt')
  await expect(withEmpty(empty => restore(empty, join(folder, 'missing.gz')))).rejects.toThrow('There is no file')
  const text = textOf(file)
  writeFileSync(other, sealed(text.replace('0037_operating', '9999_newer').replace('"number":37', '"number":9999')))
  await expect(withEmpty(empty => restore(empty, other))).rejects.toThrow(
    'does not know the backup’s migration 9999_newer',
  )
  writeFileSync(other, sealed(text.replace(/copy "driver" .*\n/, 'drop table driver;\n')))
  await expect(withEmpty(empty => restore(empty, other))).rejects.toThrow('not a backup of ParkIt')
  writeFileSync(other, sealed(text.replace('TO (MAXVALUE)', 'TO (MAXVALUE); drop table driver')))
  await expect(withEmpty(empty => restore(empty, other))).rejects.toThrow('not a backup of ParkIt')
})

test('a database in use is refused and not even migrated: its own version still starts', async () => {
  await expect(restore(parkit.db.connectionString, file)).rejects.toThrow('Restore into an empty one')
  await withEmpty(async older => {
    await migrate({ connectionString: older, upTo: 56 })
    await asOwner(
      older,
      `insert into driver (driver_id, first_name, last_name, email, phone, user_name, language, created_at)
       values (gen_random_uuid(), 'A', 'B', 'a@b.example', '+13125550100', 'a@b.example', 'en', now())`,
    )
    await expect(restore(older, file)).rejects.toThrow('Restore into an empty one')
    const [last] = await asOwner<{ number: number }>(older, 'select max(number)::integer as number from migration')
    expect(last).toEqual({ number: 56 })
  }, '')
  await withEmpty(async foreign => {
    await asOwner(foreign, 'create table invoice (invoice_id integer)')
    await expect(restore(foreign, file)).rejects.toThrow('Restore into an empty one')
    expect(await asOwner(foreign, `select from pg_tables where schemaname = 'public'`)).toHaveLength(1)
  }, '')
})

test('a backup without a checksum, as earlier versions made them, comes back', async () => {
  const earlier = join(folder, 'earlier.gz')
  const text = textOf(file)
  const head = text.slice(0, text.indexOf('\n')).replace(/,"tables":\[[^\]]*\]/, '')
  const rest = text.slice(text.indexOf('\n'), text.lastIndexOf('-- end'))
  writeFileSync(earlier, gzipSync(Buffer.from(`${head}${rest}-- end\n`, 'latin1')))
  await withEmpty(async empty => {
    await restore(empty, earlier)
    expect(await tableContents(empty)).toEqual(contents)
  })
})

test('a backup of a database that lacks an older migration is restored with it', async () => {
  const lacking = join(folder, 'lacking.gz')
  const text = textOf(file)
  const [, head] = /^-- ParkIt backup (.*)$/m.exec(text)!
  const { migrations, ...others } = JSON.parse(Buffer.from(head!, 'latin1').toString()) as BackupHead
  const without = { ...others, migrations: migrations.filter(({ number }) => number !== 56) }
  writeFileSync(lacking, sealed(text.replace(head!, () => JSON.stringify(without))))
  await withEmpty(async empty => {
    await restore(empty, lacking)
    const ran = await asOwner<{ number: number }>(empty, 'select number::float8 as number from migration order by 1')
    expect(ran.map(({ number }) => number)).toEqual(listMigrations().map(({ number }) => number))
    expect(await tableContents(empty)).toEqual(contents)
  }, '')
})

test('an existing file is replaced only with force; what is not a regular file, never', async () => {
  const taken = join(folder, 'taken.gz')
  writeFileSync(taken, 'precious')
  await expect(backUp(parkit.db.connectionString, taken)).rejects.toThrow('exists. Name another file')
  expect(readFileSync(taken, 'utf8')).toBe('precious')
  await backUp(parkit.db.connectionString, taken, { force: true })
  expect(textOf(taken)).toContain('-- ParkIt backup')
  for (const place of ['/dev/null', folder])
    await expect(backUp(parkit.db.connectionString, place, { force: true })).rejects.toThrow('not a regular file')
  await expect(backUp(parkit.db.connectionString, join(folder, 'none/file.gz'))).rejects.toThrow('There is no folder')
})

test('a backup of an older version is migrated', async () => {
  const old = join(folder, 'old.gz')
  await withEmpty(async before => {
    await migrate({ connectionString: before, upTo: 30 })
    await backUp(before, old)
  }, '')
  await withEmpty(async empty => {
    await restore(empty, old)
    const ran = await asOwner<{ number: number }>(
      empty,
      'select number::float8 as number from migration order by number',
    )
    expect(ran.map(({ number }) => number)).toEqual(listMigrations().map(({ number }) => number))
  }, '')
})

test('tables that reference each other in a cycle are reported, not skipped', () => {
  const table = (name: string, ...needs: string[]) => ({ name, columns: '', needs })
  expect(inOrder([table('a', 'b'), table('b')]).map(({ name }) => name)).toEqual(['b', 'a'])
  expect(() => inOrder([table('a', 'b'), table('b', 'a'), table('c')])).toThrow('a, b')
})
