// What the account screens read: the driver's own record.
import { profile } from '@parkit/contract/account'
import { useQuery } from '@tanstack/react-query'
import { send } from '../platform/client.ts'

export const profileKey = ['account.profile']

export const useProfile = () =>
  useQuery({ networkMode: 'always', queryKey: profileKey, queryFn: ({ signal }) => send(profile, {}, signal) })
