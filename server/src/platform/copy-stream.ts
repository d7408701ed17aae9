// PostgreSQL's COPY in text format, in and out, with backpressure.
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type pg from 'pg'

type Connection = {
  query: (text: string) => void
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (why: string) => void
  stream: Writable & { pause(): void; resume(): void }
}

/** Runs one statement, whose copied data `on` takes or gives. Rejects with the database's error. */
const run = (client: pg.Client, text: string, on: object): Promise<void> =>
  new Promise((resolve, reject) => {
    const nothing = () => {}
    client.query({
      submit: (connection: Connection) => connection.query(text),
      handleRowDescription: nothing,
      handleDataRow: nothing,
      handlePortalSuspended: nothing,
      handleEmptyQuery: nothing,
      handleCommandComplete: nothing,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      ...on,
    } as unknown as pg.Submittable)
  })

/** Writes all rows of `copy … to stdout`, each a line. */
export const copyOut = (client: pg.Client, text: string, out: Writable): Promise<void> =>
  run(client, text, {
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Connection) => {
      // the chunk's memory is used again
      if (out.write(Buffer.from(chunk))) return
      stream.pause()
      out.once('drain', () => stream.resume())
    },
  })

/** Reads whole lines for `copy … from stdin`. Rejects with what `lines` threw. */
export const copyIn = async (client: pg.Client, text: string, lines: AsyncIterable<Buffer>): Promise<void> => {
  let broken: unknown
  const give = async (connection: Connection) => {
    for await (const chunk of lines) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }
  const copied = run(client, text, {
    handleCopyInResponse: (connection: Connection) => {
      give(connection).catch(error => {
        broken = error
        connection.sendCopyFail('the data ended early')
      })
    },
  })
  await copied.catch(error => {
    throw broken ?? error
  })
}
