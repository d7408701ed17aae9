// Messages that are not sent yet, with their files: sent in order, each once, from whichever screen is open.
import { type AboutSession, attach, type Message, say } from '@parkit/contract/support/chat'
import { createStore } from 'idb-keyval'
import { CallError, sendKept } from '#platform/client.ts'
import { now } from '#platform/clock.ts'
import { createDurableQueue } from '#platform/durable-queue.ts'
import { upload } from '#platform/file-transfer.ts'
import { createEvent, useStore } from '#platform/store.ts'

export type OutboxFile = {
  name: string
  blob: Blob
  /** once it was uploaded */
  attachmentId?: string
}
export type OutboxMessage = {
  /** its idempotency key */
  key: string
  text: string
  atMs: number
  files: OutboxFile[]
  /** that it reports a problem with */
  session?: AboutSession
  /** why the server will take it later */
  later?: string
  /** the server's refusal; then it waits for the driver */
  refused?: string
}

/** Messages as they were sent, before the event stream reports them. */
export const sentMessages = createEvent<Message>()

let database: ReturnType<typeof createStore> | undefined

const outbox = createDurableQueue<OutboxMessage>({
  name: 'parkit-chat',
  database: () => (database ??= createStore('parkit-chat', 'waiting')),
  idOf: ({ key }) => key,
  isItem,
  isPending: ({ refused }) => refused === undefined,
  deliver,
})

function isItem(stored: unknown): boolean {
  const { key, text, atMs, files } = (stored ?? {}) as Partial<OutboxMessage>
  return (
    typeof key === 'string' &&
    typeof text === 'string' &&
    Number.isFinite(atMs) &&
    Array.isArray(files) &&
    files.every(file => file?.blob instanceof Blob && typeof file.name === 'string')
  )
}

/** Anything but a clear refusal may work later; after a sign-in has ended, the next one sends. */
const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status)

async function send(item: OutboxMessage): Promise<Message> {
  const files = [...item.files]
  for (const [i, file] of files.entries()) {
    if (file.attachmentId) continue
    const { AttachmentId } = await upload(attach, new File([file.blob], file.name, { type: file.blob.type }))
    files[i] = { ...file, attachmentId: AttachmentId }
    await outbox.update({ ...item, files: [...files] })
  }
  const AttachmentIds = files.map(({ attachmentId }) => attachmentId!)
  const about = item.session && { SessionId: item.session.SessionId }
  return sendKept(say, { body: { text: item.text, AttachmentIds, ...about } }, item.key)
}

async function deliver(item: OutboxMessage): Promise<boolean> {
  try {
    const message = await send(item)
    sentMessages.emit(message)
    await outbox.remove(item.key)
    return true
  } catch (error) {
    const known = outbox.find(item.key) ?? item
    if (error instanceof CallError && error.status === 429) await outbox.update({ ...known, later: error.message })
    if (!isRefused(error)) return false
    // sent already by another tab that uploaded its files again: the text under a key never changes
    if (error.code === 'idempotency_conflict') await outbox.remove(item.key)
    else await outbox.update({ ...known, refused: Object.values(error.fields)[0] || error.message })
    return true
  }
}

export const startOutbox = outbox.start
export const flushOutbox = outbox.flush

/** The messages that wait, the oldest first. */
export const useOutbox = (): readonly OutboxMessage[] => useStore(outbox.items)

export const countUnsent = async (memberId: string): Promise<number> => (await outbox.listStored(memberId)).length

export const enqueue = (text: string, files: readonly File[], session?: AboutSession): Promise<void> =>
  outbox.add({
    key: crypto.randomUUID(),
    text,
    atMs: now(),
    files: files.map(file => ({ name: file.name, blob: file })),
    ...(session && { session }),
  })

/** Uploads the files again: the server drops files that no message used within a day. */
export async function retry(key: string): Promise<void> {
  const item = outbox.find(key)
  if (!item) return
  const { refused: _refused, later: _later, ...message } = item
  await outbox.update({ ...message, files: item.files.map(({ name, blob }) => ({ name, blob })) })
  await outbox.flush()
}

export const discard = outbox.remove
