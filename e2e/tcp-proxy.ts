// A line to one or more servers that can go dead without a word, break, be slow, or lose the answers alone.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Line = {
  /** what is taken for the server */
  address: string
  /** where new connections go from now on, to one server after the other */
  leadTo(...servers: string[]): void
  /** each piece of either direction comes so much later */
  delayMs: number
  /** the server does what it is asked, and nobody hears of it */
  losesAnswers: boolean
  /** ends the open connections that are meant */
  break(isMeant: () => boolean): void
  /** From now on nothing comes through in either direction, and nobody is told: as in a tunnel. */
  cut(): void
  /** What comes from now on gets through; what was open meanwhile is dead. */
  mend(): void
  /** how many connections were begun since it was cut */
  tries(): number
  close(): Promise<void>
}

export const openLine = async (...servers: string[]): Promise<Line> => {
  let targets = servers
  let turn = 0
  let isCut = false
  let tries = 0
  /** each open connection, and how it ends */
  const open = new Map<Socket, () => void>()

  const door = createServer(near => {
    near.setNoDelay().on('error', () => {})
    if (isCut) {
      tries++
      open.set(near, () => near.destroy())
      return void near.on('close', () => open.delete(near))
    }
    const { hostname, port } = new URL(targets[turn++ % targets.length]!)
    const far = connect(Number(port), hostname).setNoDelay()
    const end = () => {
      open.delete(near)
      near.destroy()
      far.destroy()
    }
    open.set(near, end)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', piece => {
        if (isCut) return
        if (line.losesAnswers && from === far) return end()
        if (line.delayMs === 0) return void to.write(piece)
        setTimeout(() => to.destroyed || to.write(piece), line.delayMs)
      })
      // the end of a dead line is not heard either
      from.on('error', () => {}).on('close', () => isCut || end())
    }
    pass(near, far)
    pass(far, near)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')

  const line: Line = {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    leadTo: (...servers) => {
      targets = servers
    },
    delayMs: 0,
    losesAnswers: false,
    break: isMeant => {
      for (const end of open.values()) if (isMeant()) end()
    },
    cut: () => {
      isCut = true
      tries = 0
    },
    mend: () => {
      isCut = false
      line.break(() => true)
    },
    tries: () => tries,
    close: async () => {
      const closed = once(door, 'close')
      door.close()
      line.break(() => true)
      await closed
    },
  }
  return line
}
