// A proxy between a browser and ParkIt that can drop requests, lose a response, or serve another build of the app.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpProxy = {
  address: string
  /** no request gets through, although the browser considers itself online */
  cut: boolean
  /** the server processes the next call to a matching path, and its response is lost */
  losesResponse: RegExp | null
  /** requests received, with their idempotency keys */
  requests: { path: string; key: string | undefined; answered: boolean }[]
  /** changes the response text for a path; null answers 404 */
  rewrite: ((path: string, text: string) => string | null) | null
  /** maps a path to the one requested from the server */
  mapPath: (path: string) => string
  close(): Promise<void>
}

const isText = (type: string | undefined) => /javascript|html|css|json/.test(type ?? '')

export const openHttpProxy = async (to: string): Promise<HttpProxy> => {
  const target = new URL(to)
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = incoming.url!
    if (proxy.cut) return incoming.destroy()
    const key = incoming.headers['idempotency-key'] as string | undefined
    const received = { path, key, answered: false }
    proxy.requests.push(received)
    const lost = proxy.losesResponse?.test(path) ?? false
    if (lost) proxy.losesResponse = null
    // a rewritten response must be complete and uncompressed
    const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...headers } = incoming.headers
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        method: incoming.method!,
        path: proxy.mapPath(path),
        headers: { ...headers, host: target.host },
      },
      async answer => {
        if (lost) {
          await answer.toArray()
          return incoming.socket.destroy()
        }
        const { rewrite } = proxy
        if (rewrite && isText(answer.headers['content-type']) && !path.startsWith('/api')) {
          const text = rewrite(path, Buffer.concat(await answer.toArray()).toString())
          const { 'content-length': _length, ...rest } = answer.headers
          outgoing.writeHead(text === null ? 404 : answer.statusCode!, rest)
          outgoing.end(text ?? '')
        } else {
          outgoing.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(outgoing)
        }
        received.answered = true
      },
    )
    onward.on('error', () => incoming.destroy())
    incoming.pipe(onward)
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing))
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const proxy: HttpProxy = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: false,
    losesResponse: null,
    requests: [],
    rewrite: null,
    mapPath: path => path,
    close: () =>
      new Promise(closed => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
  return proxy
}
