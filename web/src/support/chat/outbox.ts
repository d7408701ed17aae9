// Sends what waits, in order, each once: at once, and again when the network comes back; runs whichever screen is open.
import { attach, type Message, say } from '@parkit/contract/support/chat'
import { useSyncExternalStore } from 'react'
import { CallError, sendKept, upload } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { retryDelayMs } from '#platform/retry-delay.ts'
import { session } from '#platform/session.ts'
import { dropWaiting, keepWaiting, listWaiting, type Waiting } from './waiting.ts'

let items: readonly Waiting[] = []
let member = ''
let sending = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const hearers = new Set<(message: Message) => void>()

const show = (next: readonly Waiting[]) => {
  items = next
  for (const listener of listeners) listener()
}

const change = async (key: string, part: Partial<Waiting>) => {
  show(items.map(item => (item.key === key ? { ...item, ...part } : item)))
  const changed = items.find(item => item.key === key)
  if (changed) await keepWaiting(member, changed)
}

const drop = async (key: string) => {
  show(items.filter(item => item.key !== key))
  await dropWaiting(member, key)
}

/** A clear no is for the driver to hear. Anything else may work later; a sign-in that ended waits for the next one. */
const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

const deliver = async (item: Waiting): Promise<Message> => {
  const files = [...item.files]
  for (const [i, file] of files.entries()) {
    if (file.attachmentId) continue
    const { AttachmentId } = await upload(attach, new File([file.blob], file.name, { type: file.blob.type }))
    files[i] = { ...file, attachmentId: AttachmentId }
    await change(item.key, { files: [...files] })
  }
  const AttachmentIds = files.map(({ attachmentId }) => attachmentId!)
  return sendKept(say, { body: { text: item.text, AttachmentIds } }, item.key)
}

/** One after the other; the first that gets no answer holds the others back, so that their order stays. */
export async function flush(): Promise<void> {
  clearTimeout(timer)
  if (sending) return
  sending = true
  const mine = member
  try {
    for (;;) {
      const item = items.find(({ refused }) => refused === undefined)
      if (!item || member !== mine || session.memberId() !== mine) break
      try {
        const message = await deliver(item)
        failures = 0
        for (const hear of hearers) hear(message)
        await drop(item.key)
      } catch (error) {
        if (error instanceof CallError && error.status === 429) await change(item.key, { later: error.message })
        if (!isRefused(error)) throw error
        // said already, by another tab that stored its files again: the words under a key never change
        if (error.code === 'idempotency_conflict') {
          await drop(item.key)
          continue
        }
        await change(item.key, { refused: Object.values(error.fields)[0] || error.message })
      }
    }
  } catch {
    if (session.memberId() === mine) timer = setTimeout(flush, retryDelayMs(++failures, Math.random()))
  } finally {
    sending = false
  }
}

/** What waits is this member's alone. Answers whether it is to be read from the device. */
const follow = (memberId: string): boolean => {
  if (memberId === member) return false
  member = memberId
  show([])
  return memberId !== ''
}

/** Takes up what this member left; once more it only sends. */
export async function startOutbox(): Promise<void> {
  const memberId = session.memberId()
  if (follow(memberId)) {
    const kept = await listWaiting(memberId)
    if (member !== memberId) return
    // what was written meanwhile comes after
    show([...kept.filter(({ key }) => !items.some(item => item.key === key)), ...items])
  }
  await flush()
}

export async function enqueue(text: string, files: readonly File[]): Promise<void> {
  const starting = startOutbox()
  const item: Waiting = {
    key: crypto.randomUUID(),
    text,
    atMs: now(),
    files: files.map(file => ({ name: file.name, blob: file })),
  }
  show([...items, item])
  await keepWaiting(member, item)
  await starting
  await flush()
}

/** The driver's own wish. Files are stored anew: the server may have dropped what was not sent for a day. */
export async function retry(key: string): Promise<void> {
  const item = items.find(each => each.key === key)
  if (!item) return
  const {
    refused: _refused,
    later: _later,
    ...again
  } = { ...item, files: item.files.map(({ name, blob }) => ({ name, blob })) }
  show(items.map(each => (each.key === key ? again : each)))
  await keepWaiting(member, again)
  await flush()
}

export const discard = (key: string): Promise<void> => drop(key)

/** What waits, drawn anew whenever that changes. */
export const useWaiting = (): readonly Waiting[] =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => items,
  )

/** Hears of what was said, before the stream tells it. */
export function onSaid(hear: (message: Message) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

window.addEventListener('online', () => void flush())
