// For tests of changed sessions: a city with a dearer zone, and the calls that change one.
import * as changes from '@parkit/contract/parking/changes'
import * as contract from '@parkit/contract/parking/sessions'
import type { TestServer } from '#app/testing.ts'
import { testPlace } from '#city/places/testing.ts'
import { parkingCity } from './testing.ts'

type Driver = Awaited<ReturnType<TestServer['driver']>>

/** 80 cents a quarter of an hour, unused minutes back, four hours at most */
export const dear = '5201'
/** two hours at most, an hour before the same plate may return */
export const strict = '5202'

export const changeCity = () => {
  const city = parkingCity()
  const [quarters] = city.tariffs
  const place = { timeZone: 'America/Chicago', kind: 'street' as const, name: 'S Wabash Ave' }
  return {
    ...city,
    tariffs: [
      ...city.tariffs,
      {
        ...quarters!,
        id: 'dear',
        rates: quarters!.rates.map(rate => ({ ...rate, lines: rate.lines.map(line => ({ ...line, cents: 80 })) })),
      },
    ],
    places: [
      ...city.places,
      testPlace(dear, 100, { ...place, tariffId: 'dear', maxStayMinutes: 240 }),
      testPlace(strict, 100, { ...place, tariffId: 'dear', maxStayMinutes: 120, noReturnMinutes: 60 }),
    ],
  }
}

export const changeActions = (parkit: TestServer, app?: TestServer['app']) => {
  const as = (driver: Driver, key?: string) => ({ token: driver.token, ...(key && { key }), ...(app && { app }) })
  return {
    moveQuote: (driver: Driver, SessionId: string, ZoneNumber: string) =>
      parkit.call(changes.moveQuote, { body: { SessionId, ZoneNumber } }, as(driver)),
    move: (
      driver: Driver,
      SessionId: string,
      ZoneNumber: string,
      { key, QuoteId }: { key?: string; QuoteId?: string } = {},
    ) =>
      parkit.call(changes.moveZone, { body: { SessionId, ZoneNumber, ...(QuoteId && { QuoteId }) } }, as(driver, key)),
    changePlate: (driver: Driver, SessionId: string, VehicleId: string, key?: string) =>
      parkit.call(changes.changePlate, { body: { SessionId, VehicleId } }, as(driver, key)),
    detail: async (driver: Driver, id: string) =>
      (await parkit.call(contract.session, { params: { id } }, as(driver))).body,
    /** Zone, plate and state of each right to park that the session has had, with minutes from its start. */
    rights: async (SessionId: string) =>
      (
        await parkit.db.pool.query<{ right: string }>(
          `select concat_ws(' ', zone_number, plate_key, state,
                    round(extract(epoch from starts_at - session_started_at($1)) / 60)::text || '-' ||
                    round(extract(epoch from ends_at - session_started_at($1)) / 60)::text) as right
             from parking_right where split_part(ref, ' ', 1) = $1 order by ref desc`,
          [SessionId],
        )
      ).rows.map(({ right }) => right),
  }
}
