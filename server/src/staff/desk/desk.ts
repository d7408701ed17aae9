// The entry of the desk: staff, conversations, canned answers, and what staff see of a driver and do for him.
import type { Config } from '#platform/config.ts'
import { createCannedAnswers } from './canned-answers.ts'
import { createConversations } from './conversations.ts'
import { createDrivers, type DriversDeps } from './drivers.ts'
import { createDeskStreams } from './event-streams.ts'
import { createMembers, invitationLink, invite, inviteLead } from './members.ts'
import { createStaff } from './staff.ts'
import { createUnclaimed } from './unclaimed.ts'

type Deps = DriversDeps & { config: Pick<Config, 'mail' | 'sms' | 'publicUrl'>; onError: (error: unknown) => void }

export const createDesk = (deps: Deps) => {
  const { db, support, onError } = deps
  const staff = createStaff(deps)
  return {
    findStaff: staff.find,
    staff,
    members: createMembers(deps),
    drivers: createDrivers(deps),
    unclaimed: createUnclaimed(deps),
    streams: createDeskStreams({
      db,
      isLive: async token => ((await staff.find(token))?.role ?? null) !== null,
      onError,
    }),
    ...createConversations({ db, support }),
    ...createCannedAnswers({ db }),
  }
}
export type Desk = ReturnType<typeof createDesk>
export { findByEmail } from './staff-store.ts'
export { invitationLink, invite as inviteStaff, inviteLead }
