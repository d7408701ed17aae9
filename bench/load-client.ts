// A minimal HTTP client: one kept-alive connection, one call at a time, so that the server is measured.
import { once } from 'node:events'
import { connect } from 'node:net'

type Reply = { status: number; body: string }

export type Connection = {
  get(path: string, headers: Record<string, string>): Promise<Reply>
  post(path: string, headers: Record<string, string>, body: unknown): Promise<Reply>
  end(): void
}

/** Understands what our server answers: a status, headers with a length, a body. `localAddress`: where it calls from. */
export const openConnection = async (address: string, localAddress?: string): Promise<Connection> => {
  const { hostname, port, host } = new URL(address)
  const socket = connect({ port: Number(port), host: hostname, ...(localAddress && { localAddress }) }).setNoDelay()
  await once(socket, 'connect')
  let received = ''
  let waiting: PromiseWithResolvers<Reply> | null = null
  // bytes, not characters, are what the length counts
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    const headerEnd = received.indexOf('\r\n\r\n')
    if (headerEnd < 0) return
    const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, headerEnd))![1])
    if (received.length < headerEnd + 4 + length) return
    const status = Number(received.slice(9, 12))
    const bytes = received.slice(headerEnd + 4)
    received = ''
    // read only where somebody wants it
    waiting!.resolve({
      status,
      get body() {
        return Buffer.from(bytes, 'latin1').toString()
      },
    })
  })
  socket.on('error', error => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')))
  const send = (method: string, path: string, headers: Record<string, string>, text: string): Promise<Reply> => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n${text}`)
    waiting = Promise.withResolvers()
    return waiting.promise
  }
  return {
    get: (path, headers) => send('GET', path, headers, ''),
    post: (path, headers, body) => {
      const text = JSON.stringify(body)
      const length = `${Buffer.byteLength(text)}`
      return send('POST', path, { 'content-type': 'application/json', 'content-length': length, ...headers }, text)
    },
    end: () => socket.destroy(),
  }
}
