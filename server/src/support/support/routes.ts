// Mounts support's calls.
import { callbacks, cancelCallback, changeCallback, requestCallback } from '@parkit/contract/support/callbacks'
import { contact } from '@parkit/contract/support/contact'
import { emails, writeEmail } from '@parkit/contract/support/emails'
import * as contract from '@parkit/contract/support/feedback'
import { hours } from '@parkit/contract/support/hours'
import { positionIn } from '#city/cities/cities.ts'
import type { Mount } from '#platform/http.ts'
import type { Support } from './support.ts'

export const mountSupport = (mount: Mount, support: Support): void => {
  mount(contract.sendFeedback, ({ body, caller, idempotencyKey, now }) =>
    support.sendFeedback(caller, body, idempotencyKey, now),
  )

  mount(contact, async () => support.contact)

  mount(hours, async ({ query, caller, now }) => {
    const { City, Name, TimeZone, SupportHours } = await support.hoursOf(caller.driverId, positionIn(query), now)
    return { City, Name, TimeZone, SupportHours }
  })

  mount(requestCallback, ({ body, caller, idempotencyKey, now }) =>
    support.callbacks.request(caller.driverId, body, idempotencyKey, now),
  )
  mount(callbacks, ({ caller }) => support.callbacks.list(caller.driverId))
  mount(changeCallback, ({ params, body, caller, now }) =>
    support.callbacks.change(caller.driverId, params.id, body, now),
  )
  mount(cancelCallback, ({ params, caller, now }) => support.callbacks.cancel(caller, params.id, now))

  mount(writeEmail, ({ body, caller, language, idempotencyKey, now }) =>
    support.emails.write(caller.driverId, language, body, idempotencyKey, now),
  )
  mount(emails, ({ caller }) => support.emails.list(caller.driverId))
}
