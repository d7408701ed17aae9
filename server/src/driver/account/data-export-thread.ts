// Writes an export's zip file in a thread with a heap of its own, so that what that leaves behind is freed as it goes and stops nobody.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Language } from '@parkit/contract/platform/errors'
import { openDatabase } from '#platform/db.ts'
import { createArchive } from './data-archive.ts'
import * as store from './data-export-store.ts'

type Run = {
  connectionString: string
  exportId: string
  runId: string
  driverId: string
  language: Language
  now: string
}
/** `bytes` of the whole; null: the export is deleted, or another run has begun. */
type Message = { chunk: number } | { bytes: number | null }

/**
 * Of the thread's own heap. Beside it are buffers, which V8 left alone frees after a hundred megabytes: they are collected
 * after every few.
 */
const heapMb = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }
const collectEveryBytes = 4 * 1024 * 1024

/** Pieces of `size` bytes and a rest. Each is valid until the next is asked for. */
async function* inChunks(stream: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const bytes of stream)
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(chunk, filled, at)
      filled += copied
      at += copied
      if (filled < size) continue
      yield chunk
      filled = 0
    }
  if (filled > 0) yield chunk.subarray(0, filled)
}

const writeChunks = async (run: Run, report: (message: Message) => void): Promise<number | null> => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const db = openDatabase({ connectionString: run.connectionString, poolSize: 2 })
  const now = Temporal.Instant.from(run.now)
  try {
    return await db.transaction(async tx => {
      let [seq, bytes, collectedAt] = [0, 0, 0]
      for await (const chunk of inChunks(createArchive(tx, run.driverId, run.language, now), store.chunkBytes)) {
        if (!(await store.insertChunk(db.pool, run.exportId, run.runId, seq, chunk))) return null
        report({ chunk: seq++ })
        bytes += chunk.length
        if (bytes < collectedAt + collectEveryBytes) continue
        collect()
        collectedAt = bytes
      }
      return bytes
    }, 'repeatable read')
  } finally {
    await db.close()
  }
}

/**
 * Returns the bytes of the whole file, whose chunks it has stored; null where the export is deleted, or another run has begun.
 * Rejects with what `onChunk` threw.
 */
export const writeExport = (run: Run, onChunk: () => Promise<void>): Promise<number | null> => {
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  const thread = new Worker(new URL(import.meta.url), { workerData: run, resourceLimits: heapMb })
  // a server that has stopped otherwise does not wait for it: another one begins anew
  thread.unref()
  thread.on('message', (message: Message) => {
    if ('bytes' in message) resolve(message.bytes)
    else onChunk().catch(reject)
  })
  thread.on('error', reject)
  thread.on('exit', () => reject(new Error('The thread of an export ended early')))
  return promise.finally(() => thread.terminate())
}

if (!isMainThread && parentPort) {
  const port = parentPort
  const report = (message: Message) => port.postMessage(message)
  report({ bytes: await writeChunks(workerData as Run, report) })
}
