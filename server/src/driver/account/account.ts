// The entry of accounts: registering, signing in, contacts, settings, and the sign-ins of a driver.
import { hashToken, type TokenHolder } from '#platform/auth.ts'
import type { Clock } from '#platform/clock.ts'
import { createChallenges } from './challenges.ts'
import { createContacts } from './contacts.ts'
import { createProfile } from './profile.ts'
import { createProof } from './recent-proof.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'
import { createSignIn } from './sign-in.ts'
import { findTokenDrivers } from './store.ts'
import { createTokenList } from './token-list.ts'

type Deps = { clock: Clock } & Parameters<typeof createChallenges>[0] &
  Omit<Parameters<typeof createRegistration>[0], 'challenges'> &
  Omit<Parameters<typeof createSignIn>[0], 'challenges'> &
  Parameters<typeof createProfile>[0]

export const createAccount = ({ db, clock, config, vehicles, options, topUps }: Deps) => {
  const challenges = createChallenges({ db, config })
  const { enter, answerOf, ...signIn } = createSignIn({ db, config, challenges, vehicles })
  return {
    /** The caller of a request; none where the token is unknown, ended or expired. */
    findDriver: async (token: string): Promise<TokenHolder | null> =>
      (await findTokenDrivers(db.pool, [hashToken(token)], clock.now()))[0]?.driver ?? null,
    ...createRegistration({ db, challenges, vehicles }),
    ...signIn,
    recovery: createRecovery({ db, config, challenges, signIn: { enter, answerOf } }),
    ...createContacts({ db, config, challenges }),
    ...createProof({ db, config }),
    ...createProfile({ db, options, topUps }),
    signIns: createTokenList({ db }),
  }
}
/** Passwords and codes of staff are made, checked and stored the same way. */
export { requireAttempt, resetAttempts } from './attempt-limit.ts'
export { noticeHours as securityNoticeHours } from './contacts.ts'
export { createDataExport } from './data-export.ts'
export { clientOf, deviceNameOf, type SignInClient } from './device.ts'
export { findPhone, readLogin } from './login-name.ts'
export { createOwnData } from './own-data.ts'
export { requireUncommon } from './person.ts'
export { createPhoto } from './photo.ts'
export { recordProof, requireRecentProof } from './recent-proof.ts'
export { retentionHandlers, startRetention } from './retention.ts'
export { hashCode, hashPassword, makeCode, verifyPassword } from './secrets.ts'
export { answerSignIn } from './sign-in.ts'
export { createSmsQuota } from './sms-quota.ts'
export { createTokenCache } from './token-cache.ts'
export type Account = ReturnType<typeof createAccount>
