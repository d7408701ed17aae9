// The e-mails a driver wrote to support.
import { emails } from '@parkit/contract/support/emails'
import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

export const emailsKey = ['emails.emails']

/** Polls while an e-mail is queued, to show when it is sent. */
export const useEmails = () =>
  useQuery({
    queryKey: emailsKey,
    queryFn: ({ signal }) => send(emails, {}, signal),
    refetchInterval: ({ state }) => (state.data?.Items.some(({ State }) => State === 'queued') ? 5_000 : false),
  })
