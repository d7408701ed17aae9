// The conversation, live: its first page, then the stream after it; read while it is looked at.
import { chat, type Message, type ReadState, readChat, stream } from '@parkit/contract/chat'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { follow, send } from '../platform/client.ts'
import { followEvents } from '../platform/events.ts'
import { unreadKey } from '../shell/unread.ts'
import { type Conversation, refreshed, withEarlier, withMessages, withRead } from './conversation.ts'
import { flush, onSaid, startOutbox } from './outbox.ts'

const key = ['chat.chat']

/** Whether somebody looks at the page now. */
function useVisible(): boolean {
  const [visible, set] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const look = () => set(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return visible
}

export function useConversation() {
  const queries = useQueryClient()
  const [connected, setConnected] = useState(true)
  const known = () => queries.getQueryData<Conversation>(key)
  const change = (by: (known: Conversation) => Conversation) =>
    queries.setQueryData<Conversation>(key, now => now && by(now))
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = await send(chat, { query: {} }, signal)
      // what the stream told meanwhile stays
      return refreshed(known(), page)
    },
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const loaded = query.isSuccess

  useEffect(() => void startOutbox(), [])
  useEffect(() => {
    if (!loaded) return
    const stop = followEvents({
      open: signal => follow(stream, { query: { After: known()?.LastSeq ?? 0 } }, signal),
      onEvent: ({ event, data }) => {
        if (event === 'message') change(now => withMessages(now, [JSON.parse(data) as Message]))
        if (event === 'read') change(now => withRead(now, JSON.parse(data) as ReadState))
      },
      onState: live => {
        setConnected(live)
        if (live) void flush()
      },
    })
    const deaf = onSaid(message => change(now => withMessages(now, [message])))
    return () => {
      stop()
      deaf()
    }
    // the functions read what is newest by themselves
  }, [loaded])

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
    if (visible && last > seen) read(last)
  }, [visible, last, seen, read])

  const earlier = useMutation({
    mutationFn: (Cursor: string) => send(chat, { query: { Cursor } }),
    onSuccess: page => change(now => withEarlier(now, page)),
  })
  return { query, connected, earlier }
}
