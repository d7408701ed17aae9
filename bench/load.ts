// A client that costs next to nothing: one kept connection, one call at a time, so that a measurement measures the server.
import { once } from 'node:events'
import { connect } from 'node:net'

export type Connection = {
  post(path: string, headers: Record<string, string>, body: unknown): Promise<{ status: number; body: string }>
  end(): void
}

/** Understands what our server answers: a status, headers with a length, a body. */
export const openConnection = async (address: string): Promise<Connection> => {
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  let received = ''
  let waiting: PromiseWithResolvers<{ status: number; body: string }> | null = null
  // bytes, not characters, are what the length counts
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    received += text
    const headerEnd = received.indexOf('\r\n\r\n')
    if (headerEnd < 0) return
    const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, headerEnd))![1])
    if (received.length < headerEnd + 4 + length) return
    const body = Buffer.from(received.slice(headerEnd + 4), 'latin1').toString()
    const status = Number(received.slice(9, 12))
    received = ''
    waiting!.resolve({ status, body })
  })
  socket.on('error', error => waiting?.reject(error))
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection')))
  return {
    post: (path, headers, body) => {
      const text = JSON.stringify(body)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length = Buffer.byteLength(text)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${lines.join('')}\r\n${text}`,
      )
      waiting = Promise.withResolvers()
      return waiting.promise
    },
    end: () => socket.destroy(),
  }
}
