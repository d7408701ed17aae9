// What can be paid with: the driver's saved cards. Home shows the balance alone.
import { listMethods } from '@parkit/contract/money/cards'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'

export const methodsKey = ['cards.listMethods']

export const useMethods = () =>
  useQuery({
    refetchOnReconnect: 'always',
    queryKey: methodsKey,
    queryFn: ({ signal }) => send(listMethods, {}, signal),
    enabled: useSession().isSignedIn(),
  })
