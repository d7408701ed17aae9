// Mounts the calls of notices.
import * as contract from '@parkit/contract/messaging/notices'
import type { Mount } from '#platform/http.ts'
import type { Notices } from './notices.ts'

export const mountNotices = (mount: Mount, notices: Notices): void => {
  mount(contract.settings, ({ caller, now }) => notices.settings(caller.driverId, now))
  mount(contract.choose, ({ caller, body, now }) => notices.choose(caller.driverId, body, now))
  mount(contract.setReminders, ({ caller, body, now }) => notices.setReminders(caller.driverId, body, now))
  mount(contract.subscribe, ({ caller, body, now }) => notices.subscribe(caller, body, now))
  mount(contract.unsubscribe, ({ caller, body }) => notices.unsubscribe(caller, body.endpoint))
  mount(contract.extendFromPush, ({ body, now }) => notices.extendFromPush(body.Token, now))
}
