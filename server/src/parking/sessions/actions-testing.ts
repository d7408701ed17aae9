// For tests: what a driver does in the test city, as short calls.
import * as account from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/parking/sessions'
import type { TestServer } from '#app/testing.ts'
import { zones } from './testing.ts'

type Driver = Awaited<ReturnType<TestServer['driver']>>

/** The clock moves by `later`. */
export const parkingActions = (parkit: TestServer) => ({
  start: (driver: Driver, more: Record<string, unknown> = {}, key?: string) =>
    parkit.call(
      contract.start,
      { body: { ZoneNumber: zones.street, VehicleId: driver.VehicleId, Minutes: 60, PayWith: 'wallet', ...more } },
      { token: driver.token, ...(key && { key }) },
    ),
  extend: (driver: Driver, SessionId: string, Minutes: number, key?: string) =>
    parkit.call(contract.extend, { body: { SessionId, Minutes } }, { token: driver.token, ...(key && { key }) }),
  stop: (driver: Driver, SessionId: string, key?: string) =>
    parkit.call(contract.stop, { body: { SessionId } }, { token: driver.token, ...(key && { key }) }),
  quote: (driver: Driver | null, body: Record<string, unknown>) =>
    parkit.call(
      contract.quote,
      { body: { ZoneNumber: zones.street, Minutes: 60, ...body } },
      driver ? { token: driver.token } : {},
    ),
  balance: async (driver: Driver) => (await parkit.call(account.details, {}, { token: driver.token })).body.Balance,
  active: async (driver: Driver) => (await parkit.call(contract.active, {}, { token: driver.token })).body,
  later: (minutes: number) => parkit.clock.advance({ minutes }),
})
