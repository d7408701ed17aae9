// The conversation as its screen shows it: its first page, what the live stream adds, earlier pages; read while looked at.
import { chat, readChat } from '@parkit/contract/support/chat'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '#platform/client.ts'
import { lastEventSeq, useIsLive } from '#platform/live-stream.ts'
import { unreadKey } from '#support/overview/overview.ts'
import { type Conversation, chatKey as key, refreshed, withEarlier, withRead } from './conversation.ts'

/** Whether somebody looks at the page now. */
function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}

export function useConversation() {
  const queries = useQueryClient()
  const connected = useIsLive()
  const known = () => queries.getQueryData<Conversation>(key)
  const change = (by: (known: Conversation) => Conversation) =>
    queries.setQueryData<Conversation>(key, now => now && by(now))
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      let page = await send(chat, { query: {} }, signal)
      // messages that came while the page was on its way
      while (page.LastSeq < lastEventSeq()) page = await send(chat, { query: {} }, signal)
      // what the stream told meanwhile stays
      return refreshed(known(), page)
    },
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })

  const { mutate: read } = useMutation({
    mutationFn: (Seq: number) => send(readChat, { body: { Seq } }),
    onSuccess: state => {
      change(now => withRead(now, state))
      queries.setQueryData(unreadKey, state)
    },
  })
  const visible = useVisible()
  const last = query.data?.LastSeq ?? 0
  const seen = query.data?.ReadSeq ?? 0
  useEffect(() => {
    if (visible && connected && last > seen) read(last)
  }, [visible, connected, last, seen, read])

  const earlier = useMutation({
    mutationFn: (Cursor: string) => send(chat, { query: { Cursor } }),
    onSuccess: page => change(now => withEarlier(now, page)),
  })
  return { query, connected, earlier }
}
