// The call-backs a driver requested.
import { callbacks } from '@parkit/contract/support/callbacks'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

export const callbacksKey = ['callbacks.callbacks']

export const useCallbacks = () =>
  useQuery({ queryKey: callbacksKey, queryFn: ({ signal }) => send(callbacks, {}, signal) })
