// The line between a browser and a server, which can go dead without a word and come back.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Line = {
  /** what the browser takes for the server */
  address: string
  /** From now on nothing comes through in either direction, and nobody is told: as in a tunnel. */
  cut(): void
  /** What comes from now on gets through; what was open meanwhile is dead. */
  mend(): void
  /** how many connections were begun since it was cut */
  tries(): number
  close(): Promise<void>
}

export const openLine = async (server: string): Promise<Line> => {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  const dead = new Set<Socket>()
  let isCut = false
  let tries = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const door = createServer(near => {
    keep(near)
    if (isCut) {
      tries++
      dead.add(near)
      return
    }
    const far = connect(Number(port), hostname)
    keep(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  return {
    address: `http://127.0.0.1:${(door.address() as { port: number }).port}`,
    cut: () => {
      isCut = true
      tries = 0
      for (const socket of sockets) {
        socket.unpipe()
        socket.pause()
        dead.add(socket)
      }
    },
    mend: () => {
      isCut = false
      for (const socket of dead) socket.destroy()
      dead.clear()
    },
    tries: () => tries,
    close: async () => {
      const closed = once(door, 'close')
      door.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
