// This tab's one event stream: open while the page is visible, for the driver who is signed in.
import { stream } from '@parkit/contract/support/chat'
import type { EventSourceMessage } from 'eventsource-parser'
import { follow, followEvents } from './events.ts'
import { onSession, session } from './session.ts'
import { createStore, useStore } from './store.ts'

/** A browser opens six connections to a server for all its tabs, so a hidden tab closes its own after this long. */
const hiddenMs = 10_000

/** Whether a state came with the first connection, with a later one, or as a change in between. */
export type EventTiming = 'first' | 'reconnect' | 'change'

export type LiveListener = {
  /** by event name */
  handlers: Record<string, (data: string, timing: EventTiming) => void>
  /** after every event */
  afterEvent: () => void
  onConnect: () => void
  /** number of the last event that was read in another way: the stream begins after it */
  findLastSeq: () => number | undefined
}

let listener: LiveListener | undefined
let close: (() => void) | undefined
let hiddenTimer: ReturnType<typeof setTimeout> | undefined
/** whose stream it is, and the number of its last event */
let token = ''
let lastSeq: number | undefined
const connected = createStore(true)

export const lastEventSeq = (): number => lastSeq ?? 0

/** True also while it connects for the first time. */
export const useIsLive = (): boolean => useStore(connected)

function open({ handlers, afterEvent, onConnect, findLastSeq }: LiveListener): () => void {
  const seenEver = new Set<string>()
  let seenNow = new Set<string>()
  const timingOf = (event: string): EventTiming => {
    const timing = seenNow.has(event) ? 'change' : seenEver.has(event) ? 'reconnect' : 'first'
    seenNow.add(event)
    seenEver.add(event)
    return timing
  }
  const onEvent = ({ event = 'message', id, data }: EventSourceMessage) => {
    handlers[event]?.(data, timingOf(event))
    if (id) lastSeq = Number(id)
    afterEvent()
  }
  let isClosed = false
  const stop = followEvents({
    open: signal => {
      seenNow = new Set()
      return follow(stream, { query: { After: lastSeq ?? findLastSeq() } }, signal)
    },
    onEvent: event => {
      if (!isClosed) onEvent(event)
    },
    onState: isLive => {
      if (isClosed) return
      connected.set(isLive)
      if (isLive) onConnect()
    },
  })
  return () => {
    isClosed = true
    stop()
    connected.set(true)
  }
}

const closeStream = () => {
  close?.()
  close = undefined
}

/** Opens or closes the stream, or changes the driver, as the session and the page's visibility say. */
function update(): void {
  if (session.token() !== token) {
    closeStream()
    token = session.token()
    lastSeq = undefined
  }
  clearTimeout(hiddenTimer)
  if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(closeStream, hiddenMs)
  else if (token && !close && listener) close = open(listener)
}

/** From now on, for whoever is signed in. Only the first call has an effect. */
export function startLiveStream(events: LiveListener): void {
  if (listener) return
  listener = events
  onSession(update)
  document.addEventListener('visibilitychange', update)
  update()
}
