// A line between clients and server that can be cut, delayed, or made to lose the answers alone.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Line = {
  address: string
  /** where the server listens now */
  leadTo(address: string): void
  /** each piece of either direction comes so much later */
  delayMs: number
  /** the server does what it is asked, and nobody hears of it */
  losesAnswers: boolean
  /** ends the open connections that are meant */
  cut(isMeant: () => boolean): void
  close(): void
}

export const openLine = async (): Promise<Line> => {
  let target = 0
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer(client => {
    const upstream = connect(target, '127.0.0.1').setNoDelay()
    client.setNoDelay()
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    const pass = (from: Socket, to: Socket) => {
      from.on('data', piece => {
        if (line.losesAnswers && from === upstream) return end()
        if (line.delayMs === 0) return void to.write(piece)
        setTimeout(() => to.destroyed || to.write(piece), line.delayMs)
      })
      from.on('error', end)
      from.on('close', end)
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const line: Line = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: address => {
      target = Number(new URL(address).port)
    },
    delayMs: 0,
    losesAnswers: false,
    cut: isMeant => {
      for (const [client, upstream] of pairs)
        if (isMeant()) {
          client.destroy()
          upstream.destroy()
        }
    },
    close: () => {
      line.cut(() => true)
      server.close()
    },
  }
  return line
}
