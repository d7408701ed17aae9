// Which connections may be used: those to the primary of now. One to a standby, or to a primary that another one replaced, is not.
import type pg from 'pg'

/**
 * The timeline that the server writes, null where it takes no writes. pg_control_checkpoint() has the one before until the first
 * checkpoint after a promotion.
 */
const timelineText = `
  select case when current_setting('transaction_read_only') = 'off'
              then left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`
const checkMs = 5_000

const readOnly = '25006'
/** The server takes no writes (any more), or is not the primary of now. */
export const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === readOnly

const refusal = (message: string) => Object.assign(new Error(message), { code: readOnly })

/** pg's types leave out what a client's connection consists of. */
type Wired = { connection: { stream: { destroy(): void } } }

export type PrimaryCheck = {
  /** Throws where the connection leads to a server that is not the primary. */
  require(client: pg.ClientBase): Promise<void>
  /** the same, as pg's pool asks for it before it hands out a new connection */
  verify(client: pg.ClientBase, done: (error?: Error) => void): void
}

/**
 * What one process knows of the database's timelines. Once a connection shows a later one, a standby was promoted: whatever was
 * connected before is closed, and an earlier one is refused from then on.
 */
export const createPrimaryCheck = (): PrimaryCheck => {
  let latest = ''
  const current = new Set<pg.ClientBase>()

  const require = async (client: pg.ClientBase): Promise<void> => {
    const query = { text: timelineText, query_timeout: checkMs } as pg.QueryConfig
    const { timeline } = (await client.query<{ timeline: string | null }>(query)).rows[0]!
    if (timeline === null) throw refusal('The database takes no writes')
    if (timeline < latest) throw refusal(`The database is at timeline ${timeline}, and was at ${latest} before`)
    if (timeline > latest) {
      for (const earlier of current) (earlier as unknown as Wired).connection.stream.destroy()
      current.clear()
      latest = timeline
    }
    current.add(client)
    client.once('end', () => current.delete(client))
  }

  return { require, verify: (client, done) => void require(client).then(() => done(), done) }
}
