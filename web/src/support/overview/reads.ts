// What the support screens read of the server.
import { callbacks } from '@parkit/contract/support/callbacks'
import { emails } from '@parkit/contract/support/emails'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

export const callbacksKey = ['callbacks.callbacks']
export const emailsKey = ['emails.emails']

export const useCallbacks = () =>
  useQuery({ queryKey: callbacksKey, queryFn: ({ signal }) => send(callbacks, {}, signal) })

/** While one is on its way, its state is asked for again. */
export const useEmails = () =>
  useQuery({
    queryKey: emailsKey,
    queryFn: ({ signal }) => send(emails, {}, signal),
    refetchInterval: ({ state }) => (state.data?.Items.some(({ State }) => State === 'queued') ? 5_000 : false),
  })
