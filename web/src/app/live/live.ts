// This tab's one event stream: what it tells goes into what the screens have read, whichever of them is open.
import type { details } from '@parkit/contract/driver/account'
import type { Session } from '@parkit/contract/parking/sessions'
import type { Answer } from '@parkit/contract/platform/call'
import {
  type BalanceState,
  type Message,
  type ReadState,
  type SessionsState,
  stream,
} from '@parkit/contract/support/chat'
import type { QueryClient } from '@tanstack/react-query'
import type { EventSourceMessage } from 'eventsource-parser'
import { useSyncExternalStore } from 'react'
import { follow } from '#platform/client.ts'
import { followEvents } from '#platform/events.ts'
import { onSession, session } from '#platform/session.ts'
import { type Conversation, withMessages, withRead } from '#support/chat/conversation.ts'
import { flush, onSaid, startOutbox } from '#support/chat/outbox.ts'
import { unreadKey } from '#support/chat/unread.ts'
import { afterBalance, afterSessions, type Said } from './standing.ts'

export const chatKey = ['chat.chat']

/** A browser opens six connections to a server for all its tabs: one that nobody looks at gives its own back. */
const unseenMs = 10_000

let queries: QueryClient | undefined
let stop: (() => void) | undefined
let leaving: ReturnType<typeof setTimeout> | undefined
/** whose stream it is, and up to where the conversation was told */
let token = ''
let place: number | undefined
let connected = true
const listeners = new Set<() => void>()

/** The place in the conversation up to which everything was told, told or not to a screen. */
export const toldTo = (): number => place ?? 0

const setConnected = (state: boolean) => {
  connected = state
  for (const listener of listeners) listener()
}

/** Whether the stream is up; taken for up while it is opened for the first time. */
export const useConnected = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => connected,
  )

/** What a driver is just doing has an answer of its own, and a screen that leads on: nothing is read in between. */
function whenQuiet(known: QueryClient, act: () => void): void {
  const doing = () => known.isMutating() > 0
  const off = known.getMutationCache().subscribe(() => {
    if (doing()) return
    off()
    act()
  })
  if (doing()) return
  off()
  act()
}

function open(known: QueryClient): void {
  const mine = token
  /** what this stream, and what this connection of it, has said */
  const ever = new Set<string>()
  let now = new Set<string>()
  const conversation = () => known.getQueryData<Conversation>(chatKey)
  const change = (by: (known: Conversation) => Conversation) =>
    known.setQueryData<Conversation>(chatKey, before => before && by(before))
  const readAnew = (names: string[]) => {
    for (const name of names) void known.invalidateQueries({ queryKey: [name] })
  }
  const saidOf = (event: string): Said => {
    const said = now.has(event) ? 'change' : ever.has(event) ? 'again' : 'first'
    now.add(event)
    ever.add(event)
    return said
  }
  const hear: Record<string, (data: string, said: Said) => void> = {
    message: data => change(before => withMessages(before, [JSON.parse(data) as Message])),
    read: data => {
      const state = JSON.parse(data) as ReadState
      change(before => withRead(before, state))
      known.setQueryData(unreadKey, state)
    },
    sessions: (data, said) => {
      const { Running } = JSON.parse(data) as SessionsState
      whenQuiet(known, () => {
        if (token === mine) readAnew(afterSessions(said, Running, known.getQueryData<Session[]>(['parking.active'])))
      })
    },
    balance: (data, said) => {
      const { Balance } = JSON.parse(data) as BalanceState
      whenQuiet(known, () => {
        const shown = known.getQueryData<Answer<typeof details>>(['account.details'])?.Balance
        if (token === mine) readAnew(afterBalance(said, Balance, shown))
      })
    },
  }
  const onEvent = ({ event = 'message', id, data }: EventSourceMessage) => {
    hear[event]?.(data, saidOf(event))
    if (id) place = Number(id)
    // it was read before the stream began, and what was said in between is on neither
    if ((conversation()?.LastSeq ?? toldTo()) < toldTo()) readAnew(chatKey)
  }
  let ended = false
  const end = followEvents({
    open: signal => {
      now = new Set()
      return follow(stream, { query: { After: place ?? conversation()?.LastSeq } }, signal)
    },
    onEvent: event => {
      if (!ended) onEvent(event)
    },
    onState: live => {
      if (ended) return
      setConnected(live)
      if (live) void flush()
    },
  })
  const deaf = onSaid(message => change(before => withMessages(before, [message])))
  stop = () => {
    ended = true
    end()
    deaf()
    stop = undefined
    setConnected(true)
  }
}

/** Opens, closes, or changes the driver, as it should be now. */
function look(): void {
  if (session.token() !== token) {
    stop?.()
    token = session.token()
    place = undefined
    void startOutbox()
  }
  clearTimeout(leaving)
  if (document.visibilityState === 'hidden') leaving = setTimeout(() => stop?.(), unseenMs)
  else if (token && !stop && queries) open(queries)
}

/** From now on, for whoever is signed in; once more it does nothing. */
export function startLive(client: QueryClient): void {
  if (queries) return
  queries = client
  onSession(look)
  document.addEventListener('visibilitychange', look)
  void startOutbox()
  look()
}
