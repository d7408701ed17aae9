// A line between a browser and ParkIt that can be cut, lose an answer on the way, or bring another build of the app.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Line = {
  address: string
  /** no call gets through: the browser itself thinks it is online */
  cut: boolean
  /** the server hears the next call to a path of this kind; its answer is lost */
  loses: RegExp | null
  /** paths that came, with their idempotency keys */
  heard: { path: string; key: string | undefined; answered: boolean }[]
  /** changes what is sent for a path; null: there is no such file */
  rewrite: ((path: string, text: string) => string | null) | null
  /** the path to ask the server for instead */
  ask: (path: string) => string
  close(): Promise<void>
}

const isText = (type: string | undefined) => /javascript|html|css|json/.test(type ?? '')

export const openLine = async (to: string): Promise<Line> => {
  const target = new URL(to)
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url!
    if (line.cut) return incoming.destroy()
    const key = incoming.headers['idempotency-key'] as string | undefined
    const heard = { path, key, answered: false }
    line.heard.push(heard)
    const lost = line.loses?.test(path) ?? false
    if (lost) line.loses = null
    // what is changed here is asked for whole
    const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...headers } = incoming.headers
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method!,
        path: line.ask(path),
        headers: { ...headers, host: target.host },
      },
      async answer => {
        if (lost) {
          await answer.toArray()
          return incoming.socket.destroy()
        }
        const { rewrite } = line
        if (rewrite && isText(answer.headers['content-type']) && !path.startsWith('/api')) {
          const text = rewrite(path, Buffer.concat(await answer.toArray()).toString())
          const { 'content-length': _length, ...rest } = answer.headers
          outgoing.writeHead(text === null ? 404 : answer.statusCode!, rest)
          outgoing.end(text ?? '')
        } else {
          outgoing.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(outgoing)
        }
        heard.answered = true
      },
    )
    onward.on('error', () => incoming.destroy())
    incoming.pipe(onward)
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const line: Line = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: false,
    loses: null,
    heard: [],
    rewrite: null,
    ask: path => path,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return line
}
