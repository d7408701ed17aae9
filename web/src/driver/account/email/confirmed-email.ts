// The e-mail that counts: the one whose link or code was used.
import type { User } from '@parkit/contract/driver/account'

/** Empty where there is none, or its link was not used yet: only then it is the user name (D-103). */
export const confirmedEmail = (user: Partial<User> | null): string =>
  (user?.UserName === user?.EmailAddress && user?.EmailAddress) || ''
