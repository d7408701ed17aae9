// A TCP proxy to one or more servers that can drop packets silently, break connections, delay data, or lose responses.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** the address clients use */
  address: string
  /** the servers of new connections, in turn: addresses, or paths of sockets; none: they are closed */
  routeTo(...servers: string[]): void
  /** delay of each chunk in either direction */
  delayMs: number
  /** the server processes requests, and their responses are lost */
  losesAnswers: boolean
  /** closes the open connections that match */
  break(matches: () => boolean): void
  /** From now on nothing comes through in either direction, without an error: as in a tunnel. */
  cut(): void
  isCut(): boolean
  /** New connections get through; those open meanwhile are closed. */
  reconnect(): void
  /** connections opened since the cut */
  attempts(): number
  close(): Promise<void>
}

const connectTo = (target: string): Socket => {
  if (target.startsWith('/')) return connect(target)
  const { hostname, port } = new URL(target)
  return connect(Number(port), hostname)
}

export const openTcpProxy = async (...servers: string[]): Promise<TcpProxy> => {
  let targets = servers
  let turn = 0
  let isCut = false
  let attempts = 0
  /** each open connection and how to close it */
  const open = new Map<Socket, () => void>()

  const listener = createServer(client => {
    client.setNoDelay().on('error', () => {})
    if (isCut) {
      attempts++
      open.set(client, () => client.destroy())
      return void client.on('close', () => open.delete(client))
    }
    const target = targets[turn++ % targets.length]
    if (!target) return void client.destroy()
    const upstream = connectTo(target).setNoDelay()
    const end = () => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    open.set(client, end)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', piece => {
        if (isCut) return
        if (proxy.losesAnswers && from === upstream) return end()
        if (proxy.delayMs === 0) return void to.write(piece)
        setTimeout(() => to.destroyed || to.write(piece), proxy.delayMs)
      })
      // a cut connection does not report its end either
      from.on('error', () => {}).on('close', () => isCut || end())
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const proxy: TcpProxy = {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    routeTo: (...servers) => {
      targets = servers
    },
    delayMs: 0,
    losesAnswers: false,
    break: matches => {
      for (const end of open.values()) if (matches()) end()
    },
    cut: () => {
      isCut = true
      attempts = 0
    },
    isCut: () => isCut,
    reconnect: () => {
      isCut = false
      proxy.break(() => true)
    },
    attempts: () => attempts,
    close: async () => {
      const closed = once(listener, 'close')
      listener.close()
      proxy.break(() => true)
      await closed
    },
  }
  return proxy
}
