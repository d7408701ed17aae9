// Mounts the parking calls.

import * as changes from '@parkit/contract/parking/changes'
import { months, sessionsCsv, visits } from '@parkit/contract/parking/past'
import * as contract from '@parkit/contract/parking/sessions'
import type { Mount } from '#platform/http.ts'
import type { Parking } from './sessions.ts'

export const mountParking = (mount: Mount, parking: Parking): void => {
  mount(contract.quote, ({ caller, body, now }) => parking.quote(caller?.driverId ?? null, body, now))
  mount(contract.start, ({ idempotencyKey, body, now }) => parking.start(idempotencyKey, body, now))
  mount(contract.extend, ({ idempotencyKey, body, now }) => parking.extend(idempotencyKey, body, now))
  mount(changes.changePlate, ({ idempotencyKey, body, now }) => parking.changePlate(idempotencyKey, body, now))
  mount(changes.moveQuote, ({ caller, body, now }) => parking.moveQuote(caller.driverId, body, now))
  mount(changes.moveZone, ({ idempotencyKey, body, now }) => parking.moveZone(idempotencyKey, body, now))
  mount(contract.stop, ({ idempotencyKey, body, now }) => parking.stop(idempotencyKey, body.SessionId, now))
  mount(contract.stopQuote, ({ caller, params, now }) => parking.stopQuote(caller.driverId, params.id, now))
  mount(contract.active, ({ caller, now }) => parking.active(caller.driverId, now))
  mount(contract.sessions, ({ caller, query, now }) => parking.sessions(caller.driverId, query, now))
  mount(months, ({ caller, query, now }) => parking.months(caller.driverId, query, now))
  mount(visits, ({ caller, query, now }) => parking.visits(caller.driverId, query, now))
  mount(sessionsCsv, async ({ caller, query, now, language, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="ParkIt-sessions.csv"')
      .send(parking.sessionsCsv(caller.driverId, query, now, language)),
  )
  mount(contract.session, ({ caller, params, now }) => parking.session(caller.driverId, params.id, now))
  mount(contract.receiptPdf, async ({ caller, params, query, now, language, reply }) =>
    reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="ParkIt-${params.id}.pdf"`)
      .send(await parking.receiptPdf(caller.driverId, params.id, now, language, query.Print)),
  )
}
