// Call-backs: requested inside service hours on a valid number, changed and cancelled until the call is made.
import { randomUUID } from 'node:crypto'
import { callback as limits } from '@parkit/contract/platform/limits'
import type { Callback, CallbackForm } from '@parkit/contract/support/callbacks'
import { callFault } from '@parkit/contract/support/service-hours'
import type { Cities } from '#city/cities/cities.ts'
import { findPhone } from '#driver/account/account.ts'
import type { Driver } from '#platform/auth.ts'
import type { Database, Queryable } from '#platform/db.ts'
import { refuse, refuseField } from '#platform/errors.ts'
import { claimKey, type IdempotencyKey } from '#platform/idempotency.ts'
import { type PageQuery, readCursor, readPage } from '#platform/pagination.ts'
import { cityNow, type Hours } from '#support/hours/hours.ts'
import { words } from '#support/words/words.ts'
import { lockWriter, type Writer, writerOf } from '#support/writers/writers.ts'
import * as store from './callback-store.ts'

const mostListed = 50

const callbackOf = ({
  callback_id,
  state,
  requested_at,
  phone,
  date,
  time,
  city,
  city_name,
}: store.CallbackRow): Callback => ({
  Id: callback_id,
  State: state,
  phone,
  date,
  time,
  City: city,
  CityName: city_name,
  RequestedAt: requested_at.toString(),
})

/** E.164; a number without its country is one of the US (D-96). Throws at `phone`. */
const requirePhone = (typed: string): string =>
  // the field takes digits alone, so that a foreign number comes without its plus
  findPhone(typed) ?? findPhone(`+${typed}`) ?? refuseField('phone', 'phone_call')

type Deps = { db: Database; cities: Pick<Cities, 'nearest'>; hours: Hours }
export const createCallbacks = ({ db, cities, hours }: Deps) => {
  /** Throws at the field that is wrong. */
  const requireCall = async (
    tx: Queryable,
    driverId: string,
    { phone, date, time, City }: CallbackForm,
    now: Temporal.Instant,
  ) => {
    const city = City
      ? ((await cities.nearest(null, tx)).find(one => one.City === City) ?? refuseField('City', 'invalid'))
      : await hours.of(driverId, null, now, tx)
    const call = { phone: requirePhone(phone), date, time, cityId: city.id }
    const fault = callFault(call, cityNow(now, city), city.SupportHours)
    return fault ? refuseField(fault.field, fault.error) : call
  }

  return {
    /** Throws `calls_many` where enough calls are open, or were requested today. */
    request: (
      driverId: string,
      form: CallbackForm,
      idempotencyKey: IdempotencyKey,
      now: Temporal.Instant,
    ): Promise<Callback> =>
      db.transaction(async tx => {
        const callbackId = randomUUID()
        const before = await claimKey(tx, idempotencyKey, { callbackId }, now)
        if (before)
          return callbackOf((await store.findCallback(tx, driverId, before.callbackId)) ?? refuse('not_found'))
        const call = await requireCall(tx, driverId, form, now)
        await lockWriter(tx, driverId)
        const { open, recent } = await store.countCallbacks(tx, driverId, now.subtract({ hours: 24 }))
        if (open >= limits.mostOpen || recent >= limits.mostADay) refuse('calls_many')
        return callbackOf(await store.insertCallback(tx, { callbackId, driverId, ...call }, now))
      }),

    list: async (driverId: string): Promise<{ Items: Callback[] }> => ({
      Items: (await store.listCallbacks(db.pool, driverId, mostListed)).map(callbackOf),
    }),

    /** Throws `callback_over` once the call was made or cancelled. */
    change: async (driverId: string, id: string, form: CallbackForm, now: Temporal.Instant): Promise<Callback> => {
      const call = await requireCall(db.pool, driverId, form, now)
      return db.transaction(async tx => {
        const stored = (await store.findCallback(tx, driverId, id)) ?? refuse('not_found')
        if (stored.state !== 'requested') refuse('callback_over')
        return callbackOf(await store.updateCallback(tx, id, call, now))
      })
    },

    cancel: async ({ driverId, language }: Driver, id: string, now: Temporal.Instant) => {
      await db.transaction(async tx => {
        const stored = (await store.findCallback(tx, driverId, id)) ?? refuse('not_found')
        if (stored.state === 'cancelled') return
        if (!(await store.moveCallback(tx, id, ['requested'], 'cancelled', now))) refuse('callback_over')
      })
      return { Message: words[language].callCancelled }
    },

    /** For the desk: of all drivers. */
    listAll: (query: PageQuery) => {
      const [rank = null, place = null, callbackId = null] = readCursor('rank', query.Cursor)
      return readPage(
        query,
        most => store.listAll(db.pool, most, rank, place, callbackId),
        (row): Callback & Writer => ({ ...callbackOf(row), ...writerOf(row) }),
        ({ rank, place, callback_id }) => `${rank} ${place} ${callback_id}`,
      )
    },

    /** For the desk: it was tried, or it is done. Throws `callback_over` where its state does not allow it. */
    move: async (tx: Queryable, id: string, to: 'called' | 'closed', now: Temporal.Instant): Promise<void> => {
      const from = to === 'called' ? (['requested'] as const) : (['requested', 'called'] as const)
      if (!(await store.moveCallback(tx, id, from, to, now))) refuse('callback_over')
    },
  }
}
export type Callbacks = ReturnType<typeof createCallbacks>
