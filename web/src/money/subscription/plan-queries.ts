// What the screen of plans reads: the plans, for anyone, and the driver's own.
import { plans, subscription } from '@parkit/contract/money/subscription'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'
import { useSession } from '#platform/session.ts'

export const subscriptionKey = ['subscription.subscription']

export const usePlans = () =>
  useQuery({
    refetchOnReconnect: 'always',
    queryKey: ['subscription.plans'],
    queryFn: ({ signal }) => send(plans, {}, signal),
    staleTime: 60 * 60 * 1_000,
  })

export const useSubscription = () =>
  useQuery({
    refetchOnReconnect: 'always',
    queryKey: subscriptionKey,
    queryFn: ({ signal }) => send(subscription, {}, signal),
    enabled: useSession().isSignedIn(),
  })
