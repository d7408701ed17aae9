// Mounts the calls of usual stays.
import { clearUsual, usual } from '@parkit/contract/parking/usual'
import type { Mount } from '#platform/http.ts'
import type { Usual } from './usual.ts'

export const mountUsual = (mount: Mount, { list, clear }: Usual): void => {
  mount(usual, async ({ caller, now }) => ({ Items: await list(caller.driverId, now) }))
  mount(clearUsual, async ({ caller, now }) => {
    await clear(caller.driverId, now)
    return { Items: await list(caller.driverId, now) }
  })
}
