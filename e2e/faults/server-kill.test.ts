// SIGKILL during payments, twenty times: every answered payment is there, and none is charged twice.
import { randomUUID } from 'node:crypto'
import * as account from '@parkit/contract/driver/account'
import * as wallet from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import type { Call, Input } from '@parkit/contract/platform/call'
import { afterAll, expect, test } from 'vitest'
import { call, type Driver, registerDriver, require } from '../api.ts'
import { printBooks } from '../ledger-check.ts'
import { findLot } from '../places.ts'
import { newDataDir, type Server, startServer } from '../server.ts'

const kills = 20
const drivers = 8
const dollars = 200

const { dataDir, remove } = newDataDir()
let server: Server | undefined
const restart = async () => {
  server = await startServer({ DATA_DIR: dataDir })
  return server.address
}
afterAll(async () => {
  await server?.end('SIGTERM')
  remove()
})

type Attempt<C extends Call> = { driver: Driver; input: Input<C>; key: string }

/**
 * Sends all at once and kills the server as soon as `answersBefore` answers are there, or as soon as all were sent.
 * Then asks again for each with its key, as the app does, and answers what each came to. An answer given before must come again.
 */
const withKill = async <const C extends Call>(declared: C, attempts: Attempt<C>[], answersBefore: number) => {
  const { address } = server!
  const first = new Map<string, unknown>()
  const enough = Promise.withResolvers<void>()
  const sent = attempts.map(({ driver, input, key }) =>
    call(address, declared, input, { token: driver.token, key }).then(
      ({ status, body }) => {
        // "unknown yet" is no answer
        if (status === 200) first.set(key, body)
        if (first.size >= answersBefore) enough.resolve()
      },
      () => {},
    ),
  )
  if (answersBefore > 0) await Promise.race([enough.promise, Promise.all(sent)])
  await server!.end('SIGKILL')
  await Promise.all(sent)

  const again = await restart()
  return Promise.all(
    attempts.map(async ({ driver, input, key }) => {
      const answer = await require(again, declared, input, { token: driver.token, key })
      if (first.has(key)) expect(answer).toEqual(first.get(key))
      return answer
    }),
  )
}

test('SIGKILL loses no answered payment and duplicates none', { timeout: 480_000 }, async () => {
  const address = await restart()
  const everyone = await Promise.all(Array.from({ length: drivers }, () => registerDriver(address, dollars)))
  const zone = await findLot(address)
  const expected = new Map(everyone.map(driver => [driver, dollars]))
  const move = (driver: Driver, by: number): void =>
    void expected.set(driver, Math.round((expected.get(driver)! + by) * 100) / 100)
  let running: parking.Session[] = []

  for (let kill = 0; kill < kills; kill++) {
    const answersBefore = kill % drivers
    const keyed = <I>(input: (driver: Driver, i: number) => I) =>
      everyone.map((driver, i) => ({ driver, input: input(driver, i), key: randomUUID() }))
    if (kill % 3 === 0) {
      running = await withKill(
        parking.start,
        keyed(({ vehicleId }) => ({
          body: { ZoneNumber: zone.ZoneNumber, VehicleId: vehicleId, Minutes: 60, PayWith: 'wallet' as const },
        })),
        answersBefore,
      )
      for (const [i, driver] of everyone.entries()) move(driver, -running[i]!.AmountPaid)
    } else if (kill % 3 === 1) {
      const paid = running.map(session => session.AmountPaid)
      const stopped = await withKill(
        parking.stop,
        keyed((_, i) => ({ body: { SessionId: running[i]!.SessionId } })),
        answersBefore,
      )
      for (const [i, driver] of everyone.entries()) move(driver, paid[i]! - stopped[i]!.AmountPaid)
    } else {
      await withKill(
        wallet.addMoney,
        keyed(() => ({ body: { Amount: 5 } })),
        answersBefore,
      )
      for (const driver of everyone) move(driver, 5)
    }
    for (const driver of everyone) {
      const { Balance } = await require(server!.address, account.details, {}, { token: driver.token })
      expect(Balance).toBe(expected.get(driver))
    }
  }

  await server!.end('SIGTERM')
  const printed = printBooks(dataDir)
  expect(printed).not.toContain('BROKEN')
  expect(printed).toContain('holds')
})
