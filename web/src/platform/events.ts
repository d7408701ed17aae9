// Server-sent events by fetch, since the token goes in a header: read, and taken up again where they broke off.
import { CallError } from './client.ts'

export type ServerEvent = { event: string; id: string; data: string }

/** Feeds on text in any pieces; answers the events that are whole now. */
export function createParser(): (piece: string) => ServerEvent[] {
  let rest = ''
  return piece => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const field = (name: string) =>
        block
          .split('\n')
          .filter(line => line.startsWith(`${name}:`))
          .map(line => line.slice(name.length + 1).replace(/^ /, ''))
      const data = field('data')
      if (data.length === 0) return []
      return [{ event: field('event')[0] ?? 'message', id: field('id')[0] ?? '', data: data.join('\n') }]
    })
  }
}

const firstPauseMs = 1_000
const mostPauseMs = 30_000
/** the server says every 20 seconds that it is there; whoever hears nothing for so long is cut off */
const silenceMs = 50_000

/** The pause after so many failures in a row: it doubles, and no two devices come back at the same moment. */
export const pauseMs = (failures: number, chance: number): number =>
  Math.min(firstPauseMs * 2 ** Math.max(0, failures - 1), mostPauseMs) * (0.5 + chance / 2)

type Following = {
  /** opens the stream, after what was read last */
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  onEvent: (event: ServerEvent) => void
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
      const parse = createParser()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(watch)
        watch = setTimeout(() => connection.abort(), silenceMs)
        for (const event of parse(text.decode(value, { stream: true }))) onEvent(event)
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
        // nobody is signed in any more: there is nothing to come back for
        if (error instanceof CallError && error.status === 401) stopped = true
      }
      onState(false)
      if (!stopped) await pause(pauseMs(++failures, Math.random()))
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
