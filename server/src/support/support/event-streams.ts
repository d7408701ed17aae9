// Server-sent events to drivers: each stream reads what follows its position, woken by changes.
import type { ServerResponse } from 'node:http'
import { chat as limits } from '@parkit/contract/platform/limits'
import type { BalanceState, Message, ReadState, SessionsState } from '@parkit/contract/support/chat'
import type { Change } from '#platform/changes.ts'
import type { Database } from '#platform/db.ts'
import { refuse } from '#platform/errors.ts'
import { createStreamTrigger } from '#platform/event-stream.ts'
import type { Chat } from '#support/chat/chat.ts'

type Deps = {
  db: Database
  chat: Pick<Chat, 'listAfter' | 'unread'>
  listRunning: (driverId: string) => Promise<SessionsState['Running']>
  getBalance: (driverId: string) => Promise<number>
  /** whether the token still signs its driver in */
  isLive: (token: string) => Promise<boolean>
  onError: (error: unknown) => void
}

type Stream = {
  driverId: string
  token: string
  out: ServerResponse
  /** of the last message written */
  seq: number
  read: string
  /** states to send again, besides messages */
  changed: Set<'sessions' | 'balance'>
  isReading: boolean
  /** woken while it was being read */
  isWoken: boolean
  /** it had not taken what was written before, at the last beat */
  isLate: boolean
}

const retryMs = 1_000
/** messages written at a time: what a reader who takes nothing costs in memory */
const pageSize = 20

/** Every event carries the position in the conversation, so that a stream of other events resumes there too. */
const eventText = (event: string, data: Message | ReadState | SessionsState | BalanceState, seq: number) =>
  `event: ${event}\nid: ${seq}\ndata: ${JSON.stringify(data)}\n\n`

/** The open streams, by driver. */
const createRegistry = () => {
  const byDriver = new Map<string, Set<Stream>>()
  const drop = (stream: Stream) => {
    const streams = byDriver.get(stream.driverId)
    streams?.delete(stream)
    if (streams?.size === 0) byDriver.delete(stream.driverId)
  }
  return {
    all: () => [...byDriver.values()].flatMap(streams => [...streams]),
    of: (driverId: string) => byDriver.get(driverId) ?? new Set<Stream>(),
    add: (stream: Stream) => {
      byDriver.set(stream.driverId, (byDriver.get(stream.driverId) ?? new Set()).add(stream))
      stream.out.on('close', () => drop(stream))
      stream.out.on('error', () => drop(stream))
    },
    drop,
    end: (stream: Stream) => {
      drop(stream)
      stream.out.end()
    },
    isOpen: ({ driverId, out }: Stream) => byDriver.has(driverId) && !out.writableEnded && !out.destroyed,
  }
}
type Registry = ReturnType<typeof createRegistry>

type WriterDeps = Omit<Deps, 'db'> & Pick<Registry, 'isOpen' | 'end'>

/** Returns what writes to a stream all that follows its position. */
const createWriter = ({ chat, listRunning, getBalance, isLive, onError, isOpen, end }: WriterDeps) => {
  /** The present state, even where it equals the last one sent: what changed in between may show elsewhere. */
  const writeChanged = async (stream: Stream): Promise<void> => {
    const { driverId, changed, out } = stream
    if (changed.delete('sessions')) {
      const Running = await listRunning(driverId)
      if (isOpen(stream)) out.write(eventText('sessions', { Running }, stream.seq))
    }
    if (changed.delete('balance')) {
      const Balance = await getBalance(driverId)
      if (isOpen(stream)) out.write(eventText('balance', { Balance }, stream.seq))
    }
  }

  const writeNew = async (stream: Stream): Promise<void> => {
    if (!(await isLive(stream.token))) return end(stream)
    for (let full = true; full && isOpen(stream); ) {
      // the rest follows once the reader has taken this
      if (stream.out.writableNeedDrain) return
      const messages = await chat.listAfter(stream.driverId, stream.seq, pageSize)
      full = messages.length === pageSize
      for (const message of messages) {
        stream.out.write(eventText('message', message, message.Seq))
        stream.seq = message.Seq
      }
    }
    const state = await chat.unread(stream.driverId)
    const read = JSON.stringify(state)
    if (read !== stream.read && isOpen(stream)) stream.out.write(eventText('read', state, stream.seq))
    stream.read = read
    await writeChanged(stream)
  }

  /**
   * One read at a time for a stream, and one more where it was woken meanwhile: nothing is missed or repeated. None before
   * its reader has taken what was written.
   */
  return async (stream: Stream): Promise<void> => {
    stream.isWoken = true
    if (stream.isReading || stream.out.writableNeedDrain) return
    stream.isReading = true
    try {
      while (stream.isWoken && isOpen(stream)) {
        stream.isWoken = false
        await writeNew(stream)
      }
    } catch (error) {
      // its reader reconnects and resumes
      onError(error)
      end(stream)
    } finally {
      stream.isReading = false
    }
  }
}

export const createStreams = ({ db, ...deps }: Deps) => {
  const { all, of, add, drop, end, isOpen } = createRegistry()
  const wake = createWriter({ ...deps, isOpen, end })

  const beatAll = async (): Promise<void> => {
    // all streams first: a slow database must not make readers reconnect and slow it further
    for (const stream of all()) {
      if (!isOpen(stream)) drop(stream)
      // it took nothing for a whole beat: it comes back and resumes, or is gone
      else if (stream.isLate && stream.out.writableNeedDrain) stream.out.destroy()
      else {
        stream.isLate = stream.out.writableNeedDrain
        if (!stream.isLate) stream.out.write(': beat\n\n')
      }
    }
    for (const stream of all()) await wake(stream)
  }
  let runningBeat: Promise<void> | null = null
  const beat = (): Promise<void> => {
    runningBeat ??= beatAll().finally(() => {
      runningBeat = null
    })
    return runningBeat
  }

  /** Null: changes may have been missed, so every stream reads. */
  const onChange = (change: Change | null) => {
    for (const stream of change ? of(change.driverId ?? '') : all()) {
      if (change?.topic !== 'chat') stream.changed.add('balance')
      if (!change || change.topic === 'session') stream.changed.add('sessions')
      void wake(stream)
    }
  }

  const trigger = createStreamTrigger(
    () => db.changes.listen(['chat', 'session', 'money'], onChange),
    beat,
    deps.onError,
  )

  return {
    /**
     * Writes the stream to `out`, whose head is not sent yet, and resolves when it is open. `after` is the last message
     * the caller has; none: only what is new. Throws `too_many_requests`, and `unavailable` while the server stops.
     */
    open: async (
      { driverId, token, after }: { driverId: string; token: string; after: number },
      out: () => ServerResponse,
    ): Promise<void> => {
      // listen first: later messages wake the stream, earlier ones are read
      await trigger.begin()
      if (of(driverId).size >= limits.mostStreams) refuse('too_many_requests')
      const changed: Stream['changed'] = new Set(['sessions', 'balance'])
      const state = { seq: after, read: '', changed, isReading: false, isWoken: false, isLate: false }
      const stream: Stream = { driverId, token, out: out(), ...state }
      add(stream)
      stream.out.on('drain', () => void wake(stream))
      stream.out.write(`retry: ${retryMs}\n\n`)
      await wake(stream)
    },

    /** For tests: the periodic heartbeat, at once. */
    beat,
    count: () => all().length,

    /** Ends every stream, so that the server can close; their readers come back to another. */
    stop: () => trigger.stop(() => all().forEach(end)),
  }
}
