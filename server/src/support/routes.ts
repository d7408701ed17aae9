// Mounts support's calls.
import * as contract from '@parkit/contract/support'
import type { Mount } from '#platform/http.ts'
import type { Support } from './support.ts'

export const mountSupport = (mount: Mount, support: Support): void => {
  mount(contract.sendFeedback, ({ body, caller, now }) => support.sendFeedback(caller, body, now))
}
