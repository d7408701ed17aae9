// PostgreSQL notifications: one connection that listens to all channels and reconnects by itself.
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

export type Notified = (payload: string | null) => void

/** Connects when first asked to listen; to the primary alone. */
export const createListener = (
  config: pg.ClientConfig,
  /** throws where the connection leads to no primary */
  check: (client: pg.Client) => Promise<void>,
  log: (message: string, error?: unknown) => void,
) => {
  const channels = new Map<string, Set<Notified>>()
  let connected: Promise<pg.Client> | null = null
  const closing = new AbortController()

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(config)
    let lost = false
    const onLost = (error?: Error) => {
      if (lost) return
      lost = true
      client.end().catch(() => {})
      if (closing.signal.aborted) return
      log('The notifications’ connection was lost and is opened again', error)
      connected = reconnect()
    }
    client.on('notification', ({ channel, payload = '' }) => {
      for (const notify of channels.get(channel) ?? []) notify(payload)
    })
    // what goes wrong before it is connected is the caller's to hear
    client.on('error', () => {})
    await client.connect()
    await check(client).catch(error => {
      client.end().catch(() => {})
      throw error
    })
    client.on('error', onLost)
    client.on('end', () => onLost())
    return client
  }

  const listenTo = (client: pg.Client, channel: string) => client.query(`listen ${pg.escapeIdentifier(channel)}`)

  const reconnect = async (): Promise<pg.Client> => {
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      let client: pg.Client | undefined
      try {
        await wait(pauseMs, undefined, { signal: closing.signal })
        client = await connect()
        for (const channel of channels.keys()) await listenTo(client, channel)
        for (const listeners of channels.values()) for (const notify of listeners) notify(null)
        return client
      } catch (error) {
        client
          ?.removeAllListeners('end')
          .end()
          .catch(() => {})
        if (closing.signal.aborted) throw error
      }
    }
  }

  const client = () => {
    connected ??= connect().catch(error => {
      connected = null
      throw error
    })
    // nobody may be waiting when the way back is given up
    connected.catch(() => {})
    return connected
  }

  return {
    listen: async (channel: string, notify: Notified) => {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(notify))
      await listenTo(await client(), channel)
      return async () => {
        listeners.delete(notify)
        if (listeners.size > 0 || closing.signal.aborted) return
        channels.delete(channel)
        await (await client()).query(`unlisten ${pg.escapeIdentifier(channel)}`)
      }
    },
    close: async () => {
      closing.abort()
      await (await connected?.catch(() => null))?.end()
    },
  }
}
