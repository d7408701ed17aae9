// A phone's slow line in front of a server, for all its connections together: pages, scripts, calls, and the service worker's own requests.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Lighthouse's slow line for phones, 1.6 Mbit/s down, 0.75 up, 150 ms for a round trip: what WebPageTest calls fast 3G. */
export const slow3g = { downBits: 1_600_000, upBits: 750_000, roundTripMs: 150 } as const
/** a new connection takes so many round trips more, for TCP and TLS 1.3, before its first request leaves */
const handshakes = 2
const pieceBytes = 1_500

export const openSlowLine = async (server: string, line = slow3g) => {
  const { hostname, port } = new URL(server)
  let isSlow = false
  /** when each direction has sent what it was given */
  const free = { down: 0, up: 0 }
  const open = new Set<Socket>()

  const pass = (from: Socket, to: Socket, way: 'down' | 'up', readyAt: number) => {
    from.on('data', (data: Buffer) => {
      if (!isSlow) return void to.write(data)
      for (let at = 0; at < data.length; at += pieceBytes) {
        const piece = data.subarray(at, at + pieceBytes)
        const now = performance.now()
        const bits = way === 'down' ? line.downBits : line.upBits
        free[way] = Math.max(now, free[way]) + (piece.length * 8_000) / bits
        const arrives = Math.max(free[way], readyAt) + line.roundTripMs / 2
        setTimeout(() => to.destroyed || to.write(piece), arrives - now)
      }
    })
    from.on('error', () => {})
    from.on('close', () => setTimeout(() => to.destroy(), isSlow ? line.roundTripMs : 0))
    open.add(from)
    from.on('close', () => open.delete(from))
  }

  const listener = createServer(client => {
    const upstream = connect(Number(port), hostname)
    const readyAt = performance.now() + (isSlow ? handshakes * line.roundTripMs : 0)
    client.setNoDelay()
    pass(client, upstream.setNoDelay(), 'up', readyAt)
    pass(upstream, client, 'down', 0)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    slow: (on: boolean) => {
      isSlow = on
    },
    close: () => {
      listener.close()
      for (const socket of open) socket.destroy()
    },
  }
}
