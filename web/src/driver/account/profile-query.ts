// The driver's own profile: as stored on this device where the record is whole, else as the server answers.
import { profile, type User } from '@parkit/contract/driver/account'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { rememberUser, session, useSession } from '#platform/session.ts'

export const profileKey = ['account.profile']

const profileOptions = queryOptions({
  queryKey: profileKey,
  queryFn: async ({ signal }) => {
    const user = await send(profile, {}, signal)
    if (!isStoredWhole()) repair(user)
    return user
  },
})

/** Disabled for a guest, who has no profile (D-52). */
export const useProfile = () => useQuery({ ...profileOptions, enabled: useSession().isSignedIn() })

/** Of the recorded record. */
const fields = [
  'MemberId',
  'EmailAddress',
  'PhoneNumber',
  'FirstName',
  'LastName',
  'UserName',
  'AddressLine1',
  'AddressLine2',
  'City',
  'State',
  'ZipCode',
  'MinBalance',
] as const satisfies (keyof User)[]

const findStored = (): User | null => {
  const user = session.user()
  return user && fields.every(name => typeof user[name] === 'string') ? (user as User) : null
}

/** Unsent work belongs to a member: without his id it would wait for nobody. */
const isStoredWhole = () => findStored() !== null && session.memberId() !== ''

function repair(user: User): void {
  localStorage.setItem('p_user_id', user.MemberId)
  rememberUser(Object.fromEntries(fields.map(name => [name, user[name]])) as User)
}

/** What the device knows at once; the server's answer takes its place. */
export function useUser() {
  const query = useProfile()
  const stored = useSession() && findStored()
  return { user: query.data ?? stored, query }
}

/** Reads the profile where the device's own record is damaged. */
export const repairStoredUser = async (queries: QueryClient): Promise<void> => {
  if (!isStoredWhole()) await queries.fetchQuery(profileOptions).catch(() => undefined)
}
