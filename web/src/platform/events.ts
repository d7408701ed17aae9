// Server-sent events by fetch, since the token goes in a header: read, and taken up again where they broke off.
import type { Call, Input } from '@parkit/contract/platform/call'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { CallError, type Parts, request } from './client.ts'
import { retryDelayMs } from './retry-delay.ts'

/** The body of an answer that goes on until `signal` ends it; what a screen waits for goes first. Throws CallError. */
export async function follow<const C extends Call>(
  call: C,
  input: Input<C>,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await request(call, input as Parts, undefined, signal, { priority: 'low' })
  if (!body) throw new CallError(0, {})
  return body
}

/** the server sends a heartbeat every 20 seconds: after this long without one the connection is dead */
const silenceMs = 50_000

type Following = {
  /** opens the stream, after what was read last */
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  onEvent: (event: EventSourceMessage) => void
  /** whether it is connected now */
  onState: (connected: boolean) => void
}

/** Reads until the answered function is called, or the sign-in has ended. A signal or a waking page ends a pause. */
export function followEvents({ open, onEvent, onState }: Following): () => void {
  let stopped = false
  let connection = new AbortController()
  let endPause = () => {}

  const readAll = async (onOpen: () => void) => {
    connection = new AbortController()
    let watch = setTimeout(() => connection.abort(), silenceMs)
    try {
      const reader = (await open(connection.signal)).getReader()
      onOpen()
      onState(true)
      const text = new TextDecoder()
      const parser = createParser({ onEvent })
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(watch)
        watch = setTimeout(() => connection.abort(), silenceMs)
        parser.feed(text.decode(value, { stream: true }))
      }
    } finally {
      clearTimeout(watch)
    }
  }

  const run = async () => {
    for (let failures = 0; !stopped; ) {
      try {
        await readAll(() => {
          failures = 0
        })
      } catch (error) {
        // the sign-in has ended: no retry
        if (error instanceof CallError && error.status === 401) stopped = true
      }
      onState(false)
      if (!stopped) await pause(retryDelayMs(++failures, Math.random()))
    }
  }

  const pause = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  /** The network or the screen is back: what was open may be dead without anybody knowing. */
  const wake = () => {
    if (document.visibilityState === 'visible') endPause()
  }
  const lost = () => connection.abort()
  window.addEventListener('online', wake)
  window.addEventListener('offline', lost)
  document.addEventListener('visibilitychange', wake)
  void run()
  return () => {
    stopped = true
    connection.abort()
    endPause()
    window.removeEventListener('online', wake)
    window.removeEventListener('offline', lost)
    document.removeEventListener('visibilitychange', wake)
  }
}
