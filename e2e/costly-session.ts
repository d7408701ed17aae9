// A driver who paid more than $500 for a session, as refunds that need a second person do.
import { addMoney } from '@parkit/contract/money/wallet'
import * as parking from '@parkit/contract/parking/sessions'
import type { Database } from '../server/src/platform/db.ts'
import { type Driver, registerDriver, require } from './api.ts'
import { findLot } from './places.ts'

/** `paid` in dollars; the session has ended. */
export type CostlySession = { driver: Driver; sessionId: string; paid: number }

/** No place of Chicago's costs that much: what is missing is posted as an extension. */
export const createCostlySession = async (address: string, db: Database): Promise<CostlySession> => {
  const driver = await registerDriver(address, 500)
  const { token } = driver
  await require(address, addMoney, { body: { Amount: 300 } }, { token })
  const { ZoneNumber } = await findLot(address)
  const body = { ZoneNumber, VehicleId: driver.vehicleId, Minutes: 60, PayWith: 'wallet' as const }
  const { SessionId } = await require(address, parking.start, { body }, { token })
  // as if it had run for five minutes, so that stopping it does not pay everything back
  await db.pool.query(
    `with key as (
       update session_key set started_at = started_at - interval '5 minutes' where session_id = $1),
     steps as (update step set started_at = started_at - interval '5 minutes' where session_id = $1),
     live as (
       update parking_right set starts_at = starts_at - interval '5 minutes', ends_at = ends_at - interval '5 minutes'
        where ref = $1)
     update session set started_at = started_at - interval '5 minutes', ends_at = ends_at - interval '5 minutes'
      where session_id = $1`,
    [SessionId],
  )
  await require(address, parking.stop, { body: { SessionId } }, { token })
  await db.pool.query(
    `with raised as (
       update session set parking_cents = parking_cents + 65000 where session_id = $1 returning driver_id, session_id)
     select ledger_post('extension', now(), driver_id, session_id, null,
                        array['wallet', 'parking_income'], array[-65000, 65000]) from raised`,
    [SessionId],
  )
  const { AmountPaid } = await require(address, parking.session, { params: { id: SessionId } }, { token })
  return { driver, sessionId: SessionId, paid: AmountPaid }
}
