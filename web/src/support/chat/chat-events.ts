// What the event stream says of the chat: new messages, what was read, and the messages that were just sent from here.
import type { Message, ReadState } from '@parkit/contract/support/chat'
import type { QueryClient } from '@tanstack/react-query'
import { type LiveListener, lastEventSeq } from '#platform/live-stream.ts'
import { unreadKey } from '#support/overview/overview.ts'
import { type Conversation, chatKey, withMessages, withRead } from './conversation.ts'
import { flushOutbox, sentMessages, startOutbox } from './outbox.ts'

/** Also starts the outbox: what could not be sent earlier is sent on any screen. */
export function chatEvents(queries: QueryClient): LiveListener {
  const known = () => queries.getQueryData<Conversation>(chatKey)
  const update = (change: (known: Conversation) => Conversation) =>
    queries.setQueryData<Conversation>(chatKey, before => before && change(before))
  const addMessage = (message: Message) => update(before => withMessages(before, [message]))
  sentMessages.subscribe(addMessage)
  void startOutbox()
  return {
    handlers: {
      message: data => addMessage(JSON.parse(data) as Message),
      read: data => {
        const state = JSON.parse(data) as ReadState
        update(before => withRead(before, state))
        queries.setQueryData(unreadKey, state)
      },
    },
    // messages sent after the conversation was read and before the stream began are in neither
    afterEvent: () => {
      if ((known()?.LastSeq ?? lastEventSeq()) < lastEventSeq()) void queries.invalidateQueries({ queryKey: chatKey })
    },
    onConnect: () => void flushOutbox(),
    findLastSeq: () => known()?.LastSeq,
  }
}
