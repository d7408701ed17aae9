// Downloads the export in parts: where the connection is lost, only the part under way is requested again.
import { exportFile } from '@parkit/contract/driver/data-export'
import { CallError, downloadRange } from '#platform/client.ts'

const partBytes = 4 * 1024 * 1024
const attemptsMost = 6
const pauseMs = 1_000

const mayPass = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** `onProgress`: the share that is there, 0 to 1. Throws CallError. */
export async function downloadExport(onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  let parts: Blob[] = []
  let etag = ''
  let failures = 0
  for (let [got, size] = [0, 1]; got < size; ) {
    try {
      const part = await downloadRange(exportFile, { from: got, to: got + partBytes - 1, etag }, signal)
      // another file is there by now: it comes from its beginning
      if (part.from !== got) [parts, got] = [[], 0]
      parts.push(part.bytes)
      got += part.bytes.size
      ;({ size, etag } = part)
      failures = 0
      onProgress(got / size)
    } catch (error) {
      if (signal.aborted || !mayPass(error) || ++failures === attemptsMost) throw error
      await new Promise(done => setTimeout(done, pauseMs * failures))
    }
  }
  return new Blob(parts, { type: 'application/zip' })
}
