// For tests of automatic parking: options, gates that see plates, and a clock that advances to the next job.

import { plateSeen } from '@parkit/contract/city/operators'
import { details, settings } from '@parkit/contract/driver/account'
import * as contract from '@parkit/contract/parking/automatic'
import { active, session as sessionCall } from '@parkit/contract/parking/sessions'
import type { TestServer } from '#app/testing.ts'
import { inviteOperator } from '#city/operators/operators.ts'
import { zones } from '#parking/sessions/testing.ts'

type Driver = { token: string; driverId: string; email: string }
type Sighting = { SeenAt?: Temporal.Instant; ZoneNumber?: string; PlateState?: string }

export const automaticActions = async (parkit: TestServer) => {
  const operator = await inviteOperator(parkit.db, 'Gates', parkit.clock.now())
  const as = ({ token }: { token: string }) => ({ token })
  return {
    operator,
    options: async (driver: Driver, body: Partial<contract.ParkingOptions> & { Language?: 'en' | 'es' | 'hi' } = {}) =>
      (await parkit.call(settings, { body }, as(driver))).body,
    state: async (driver: Driver, id: string) => parkit.call(contract.autoExtend, { params: { id } }, as(driver)),
    set: (driver: Driver, SessionId: string, On: boolean) =>
      parkit.call(contract.setAutoExtend, { body: { SessionId, On } }, as(driver)),
    session: async (driver: Driver, id: string) =>
      (await parkit.call(sessionCall, { params: { id } }, as(driver))).body,
    active: async (driver: Driver) => (await parkit.call(active, {}, as(driver))).body,
    balance: async (driver: Driver) => (await parkit.call(details, {}, as(driver))).body.Balance,
    /** Moves the clock and runs what is due then. */
    after: async (minutes: number) => {
      parkit.clock.advance({ seconds: Math.round(minutes * 60) })
      await parkit.jobs.runDue()
    },
    /** What a driver was told, oldest first, sign-in codes aside. */
    told: async (driver: Driver): Promise<{ subject: string; body: string }[]> => {
      const { rows } = await parkit.db.pool.query<{ subject: string; body: string }>(
        `select subject, body from sandbox_message where recipient = $1 order by sent_at, subject`,
        [driver.email],
      )
      return rows
    },
    /** Reports without working it through. */
    report: (Direction: 'in' | 'out', PlateNumber: string, sighting: Sighting = {}, token = operator) =>
      parkit.call(
        plateSeen,
        {
          body: {
            ZoneNumber: zones.street,
            PlateState: 'Illinois',
            ...sighting,
            PlateNumber,
            Direction,
            SeenAt: (sighting.SeenAt ?? parkit.clock.now()).toString(),
          },
        },
        { token },
      ),
  }
}
