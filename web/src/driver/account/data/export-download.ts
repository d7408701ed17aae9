// Downloads the export in parts: where the connection is lost, only the part under way is requested again.
import { exportFile } from '@parkit/contract/driver/data-export'
import { CallError, request } from '#platform/client.ts'

const partBytes = 4 * 1024 * 1024
const attemptsMost = 6
const pauseMs = 1_000

const mayPass = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)

type Part = { from: number; to: number; etag: string }

/** The bytes from `from` to `to`, or where the file is no longer the one of `etag`, all of it. Throws CallError. */
async function downloadPart({ from, to, etag }: Part, signal: AbortSignal) {
  const headers = { Range: `bytes=${from}-${to}`, ...(etag && { 'If-Range': etag }) }
  const response = await request(exportFile, {}, undefined, signal, { headers })
  let bytes: Blob
  try {
    bytes = await response.blob()
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error
    throw new CallError(0, {})
  }
  const [, begin, all] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
  return { bytes, from: Number(begin ?? 0), size: Number(all ?? bytes.size), etag: response.headers.get('etag') ?? '' }
}

/** `onProgress`: the share that is there, 0 to 1. Throws CallError. */
export async function downloadExport(onProgress: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  let parts: Blob[] = []
  let etag = ''
  let failures = 0
  for (let [got, size] = [0, 1]; got < size; ) {
    try {
      const part = await downloadPart({ from: got, to: got + partBytes - 1, etag }, signal)
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
