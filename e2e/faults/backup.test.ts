// A backup taken while drivers pay, restored into a new folder: the ledger balances and drivers continue.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as account from '@parkit/contract/driver/account'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import { afterAll, expect, test } from 'vitest'
import { registerDriver, require } from '../api.ts'
import { findLot } from '../places.ts'
import { newDataDir, type Server, startServer } from '../server.ts'

const before = newDataDir()
const after = newDataDir()
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) await server.end('SIGTERM')
  before.remove()
  after.remove()
})

const start = async (dataDir: string) => {
  const server = await startServer({ DATA_DIR: dataDir })
  servers.push(server)
  return server.address
}
const commands = join(import.meta.dirname, '../../server/src/app')
const command = async (name: string, file: string, dataDir: string) =>
  (
    await promisify(execFile)(process.execPath, [join(commands, name), file], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  ).stdout

test('a restored backup contains every payment answered before it, and its drivers can continue', {
  timeout: 240_000,
}, async () => {
  const address = await start(before.dataDir)
  const drivers = await Promise.all(Array.from({ length: 4 }, () => registerDriver(address, 100)))
  const zone = await findLot(address)
  const park = (at: string, { token, vehicleId }: (typeof drivers)[number]) =>
    require(at, parking.start, {
      body: { ZoneNumber: zone.ZoneNumber, VehicleId: vehicleId, Minutes: 120, PayWith: 'wallet' },
    }, { token })
  const parked = await park(address, drivers[0]!)

  let taken = false
  const paying = drivers.map(async ({ token }) => {
    let answered = 0
    // a wallet holds 2,000 dollars at most
    for (; !taken && answered < 1_500; answered++)
      await require(address, wallet.addMoney, { body: { Amount: 1 } }, { token })
    return answered
  })
  const file = join(before.dataDir, 'backup.gz')
  expect(await command('backup-command.ts', file, before.dataDir)).toContain('backup.gz holds')
  taken = true
  const answered = await Promise.all(paying)

  expect(await command('restore-command.ts', file, after.dataDir)).toContain('its books hold')
  const there = await start(after.dataDir)
  for (const [i, driver] of drivers.entries()) {
    const { token } = driver
    const { Balance } = await require(there, account.details, {}, { token })
    const atFirst = i === 0 ? 100 - parked.AmountPaid : 100
    // some of what was paid meanwhile is in it, nothing of what came before is missing
    expect(Balance).toBeGreaterThanOrEqual(atFirst)
    expect(Balance).toBeLessThanOrEqual(atFirst + answered[i]!)
    if (i > 0) await park(there, driver)
  }
  const running = await require(there, parking.active, {}, { token: drivers[0]!.token })
  expect(running.map(({ SessionId }) => SessionId)).toEqual([parked.SessionId])
  await require(there, parking.stop, { body: { SessionId: parked.SessionId } }, { token: drivers[0]!.token })
})
