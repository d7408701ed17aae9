// For tests: an event stream as a browser reads it, sample files, and further servers.

import { setTimeout as wait } from 'node:timers/promises'
import { stream } from '@parkit/contract/support/chat'
import sharp from 'sharp'
import { buildApp } from '#app/app.ts'
import type { TestServer } from '#app/testing.ts'
import { source } from '#city/places/testing.ts'
import { parkingCity } from '#parking/sessions/testing.ts'
import { readConfig } from '#platform/config.ts'
import { openDatabase } from '#platform/db.ts'

/** As in a process of its own: its own pool, its own listener, the same database. Listens on a free port. */
export const anotherServer = async (parkit: TestServer) => {
  const { connectionString } = parkit.db
  const db = openDatabase({ connectionString, poolSize: 3, log: () => {} })
  const config = readConfig({ LOG_LEVEL: 'silent', RATE_LIMIT: 'off' })
  const built = await buildApp({ config, db, clock: parkit.clock, city: source(parkingCity()), checkAnswers: true })
  const stop = async () => {
    await built.app.close()
    await db.close()
  }
  return { ...built, stop, origin: await built.app.listen({ host: '127.0.0.1', port: 0 }) }
}

export type Event = { event: string; id: string | undefined; data: unknown }

const parse = (block: string): Event | null => {
  const fields = new Map(
    block
      .split('\n')
      .filter(line => !line.startsWith(':'))
      .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  return data ? { event: fields.get('event') ?? 'message', id: fields.get('id'), data: JSON.parse(data) } : null
}

/** `origin` is the server's; `after` what was read last. Throws where the answer is no stream. */
export const openStream = async (origin: string, token: string, after?: number) => {
  const cut = new AbortController()
  const response = await fetch(`${origin}${stream.path}`, {
    headers: { authorization: `Bearer ${token}`, ...(after !== undefined && { 'last-event-id': String(after) }) },
    signal: cut.signal,
  })
  if (!response.ok || !response.body) throw new Error(`No stream: ${response.status} ${await response.text()}`)
  const events: Event[] = []
  let ended = false
  const read = async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      events.push(...blocks.map(parse).filter(event => event !== null))
    }
  }
  const reading = read()
    .catch(() => {})
    .finally(() => {
      ended = true
    })
  const texts = () =>
    events.filter(({ event }) => event === 'message').map(({ data }) => (data as { text: string }).text)
  return {
    response,
    events,
    texts,
    ended: () => ended,
    /** Waits until it is so. Throws with what came where it never is. */
    until: async (holds: () => boolean) => {
      for (let tries = 0; !holds(); tries++) {
        if (tries > 1_000) throw new Error(`It never came: ${JSON.stringify(events)}`)
        await wait(10)
      }
    },
    cut: async () => {
      cut.abort()
      await reading
    },
  }
}

/** A form with one file, as a browser sends it. */
export const formOf = (bytes: Buffer, name = 'file.bin', { key = 'file', type = 'application/octet-stream' } = {}) => {
  const boundary = 'parkit-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${key}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** As a phone writes it, but for the coding of its pixels: the boxes are the same, and no coder of HEIC is at hand. */
export const heic = async (): Promise<Buffer> => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2457d6' } })
    .withExif({
      IFD0: { Copyright: 'Secret camera' },
      IFD3: { GPSLatitude: '41/1 52/1 0/1', GPSMapDatum: 'Secret place' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Secret words</x:xmpmeta>')
    .avif()
    .toBuffer()
  // the first of the names that say what it is
  bytes.write('heic', 8, 'latin1')
  return bytes
}
