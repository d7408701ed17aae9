// The pair and its controller: watches the primary, promotes the standby in its place, and makes the old one a standby again.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { createNode, type Node } from './node.ts'
import { type Pooler, startPooler } from './pooler.ts'

/** What happens to writes while no standby confirms them. */
export type Policy = 'wait' | 'continue'

/**
 * What a wrong set-up does, for the checker to detect. `asynchronous`: commits of the servers wait for no standby; `divided`:
 * nor for that, and their connections to the old primary stay open at a failover.
 */
export type Flaw = 'asynchronous' | 'divided'

/** When a failover got so far, by `performance.now()`. */
export type FailoverTimes = { noticed: number; disconnected: number; promoted: number; reachable: number }

const beatMs = 200
/** so long the primary may be without an answer */
const patienceMs = 2_500
/** so long the standby */
const standbyPatienceMs = 3_000
/** by then what it lacks may have been removed: it is copied anew */
const mostGoneMs = 30_000
/** below it PostgreSQL can write no more before long */
const leastFreeBytes = 48 * 1024 ** 2
/** how long a commit on an old primary is watched: by then it would have been confirmed many times */
const watchMs = 1_500

type Seen = { inRecovery: boolean; names: string; state: string | null; syncState: string | null }

const look = (standby: string) => `
  select pg_is_in_recovery() as "inRecovery", current_setting('synchronous_standby_names') as names, state, sync_state as "syncState"
    from (select 1) as one left join pg_stat_replication on application_name = '${standby}' and state = 'streaming'`

type Options = {
  folder: string
  policy: Policy
  withPgBouncer: boolean
  withDisks: boolean
  flaw?: Flaw | undefined
  log?: (event: string) => void
}

export const openPair = async ({ folder, withPgBouncer, withDisks, flaw, log = () => {}, ...options }: Options) => {
  let { policy } = options
  const password = randomBytes(16).toString('hex')
  const serverPassword = randomBytes(16).toString('hex')
  const pooler: Pooler = await startPooler(withPgBouncer, { parkit: password, parkit_server: serverPassword })
  const nodes = [
    await createNode('a', folder, password, withDisks),
    await createNode('b', folder, password, withDisks),
  ] as const
  /** what an old primary acknowledged */
  const wrong: string[] = []
  let primary: Node = nodes[0]
  const other = () => nodes.find(node => node !== primary)!
  /** Every commit that was answered has been confirmed by the standby: it may be promoted. */
  let isPromotable = false
  let isClosing = false
  const failovers: FailoverTimes[] = []
  let lastWell = performance.now()
  let lastStreaming = performance.now()
  let admin: pg.Client | undefined

  const query = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = admin ?? (await primary.connect())
    admin = client
    return (await client.query<Row>(text)).rows
  }
  const forgetAdmin = () => {
    const old = admin
    admin = undefined
    old?.end().catch(() => {})
  }

  const requireStandbys = async (names: string) => {
    await query(`alter system set synchronous_standby_names = '${names}'`)
    await query('select pg_reload_conf()')
  }
  const namesOf = (node: Node) => `ANY 1 (${node.name})`

  const slowly = async (node: Node, text: string) => {
    const client = await node.connect({ query_timeout: 60_000, connectionTimeoutMillis: 10_000 })
    await client.query(text).finally(() => client.end())
  }
  /** The checkpointer is who lets commits wait: by its next checkpoint it has read the setting. */
  const applySettings = () => slowly(primary, 'checkpoint')

  /** The standby has everything up to now; where it may not come so far, it is looked at again with the next beat. */
  const hasCaughtUp = async () => {
    await applySettings()
    const [now] = await query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    for (let tries = 0; tries < 50; tries++) {
      const [row] = await query<{ has: boolean }>(
        `select flush_lsn >= '${now!.lsn}' as has from pg_stat_replication where application_name = '${other().name}'`,
      )
      if (row?.has) return true
      await wait(100)
    }
    return false
  }

  const copyStandby = async () => {
    const standby = other()
    await standby.kill()
    standby.emptyDisk()
    await standby.copyFrom(primary)
    await standby.start()
    lastStreaming = performance.now()
    log(`${standby.name} is a copy of ${primary.name}`)
  }

  const tendStandby = async ({ names, state, syncState }: Seen) => {
    const standby = other()
    if (state === 'streaming') {
      lastStreaming = performance.now()
      if (isPromotable) return
      if (!names) await requireStandbys(namesOf(standby))
      else if (syncState !== 'async' && (await hasCaughtUp())) {
        isPromotable = true
        log(`${standby.name} confirms each commit`)
      }
      return
    }
    const goneMs = performance.now() - lastStreaming
    if (goneMs > mostGoneMs) return copyStandby()
    if (goneMs > standbyPatienceMs && policy === 'continue' && names) {
      isPromotable = false
      await requireStandbys('')
      log(`${primary.name} goes on without a standby`)
    }
  }

  const isWell = async (): Promise<Seen | null> => {
    try {
      if (primary.isMounted && primary.freeBytes() < leastFreeBytes) return null
      const [seen] = await query<Seen>(look(other().name))
      return seen!.inRecovery ? null : seen!
    } catch {
      forgetAdmin()
      return null
    }
  }

  /**
   * An old primary comes back as it was, started or thawed by somebody who knows of nothing: it must not acknowledge a commit.
   * Nobody is connected to it, the servers refuse its timeline, and it waits for a standby that is none any more.
   */
  const requireSilence = async (old: Node) => {
    old.emptyDisk()
    old.signal('SIGCONT')
    old.reconnect()
    if (!old.isRunning()) await old.start()
    const client = await old.connectHere({ query_timeout: watchMs })
    try {
      await client.query(`select pg_logical_emit_message(true, 'parkit', 'written after the failover')`)
      wrong.push(`The old primary ${old.name} acknowledged a commit after the failover`)
    } catch (error) {
      if ((error as Error).message !== 'Query read timeout') throw error
    } finally {
      void client.end().catch(() => {})
    }
  }

  const rejoin = async (old: Node) => {
    await requireSilence(old)
    log(`${old.name} came back and acknowledged nothing`)
    await copyStandby()
  }

  const untilDone = async (work: () => Promise<void>): Promise<void> => {
    while (!isClosing) {
      try {
        return await work()
      } catch (error) {
        forgetAdmin()
        log(`the controller tries again: ${error}`)
        await wait(beatMs)
      }
    }
  }

  const failOver = async () => {
    const [old, next] = [primary, other()]
    const noticed = performance.now()
    log(`${old.name} is without an answer: ${next.name} takes over`)
    if (flaw !== 'divided') await pooler.detach()
    forgetAdmin()
    log('nobody is connected any more')
    const disconnected = performance.now()
    isPromotable = false
    // there is no way back to the old one
    await untilDone(() => slowly(next, 'select case when pg_is_in_recovery() then pg_promote(true, 50) end'))
    const promoted = performance.now()
    primary = next
    if (policy === 'wait')
      await untilDone(async () => {
        await requireStandbys(namesOf(old))
        await applySettings()
      })
    await pooler.attach(next.port)
    lastWell = performance.now()
    failovers.push({ noticed, disconnected, promoted, reachable: lastWell })
    log(`${next.name} is the primary`)
    await rejoin(old)
  }

  const beat = async () => {
    const seen = await isWell()
    if (seen) {
      lastWell = performance.now()
      return tendStandby(seen)
    }
    if (performance.now() - lastWell < patienceMs) return undefined
    if (isPromotable) return failOver()
    // there is nobody to take over: the same one again
    if (!primary.isRunning()) await primary.start()
    return undefined
  }

  await primary.initialize()
  await primary.start()
  await query(`create role parkit_app nologin`)
  await query(`create role parkit_server login password '${serverPassword}' in role parkit_app`)
  const loginSettings = {
    role: 'parkit_app',
    statement_timeout: '15s',
    lock_timeout: '10s',
    idle_in_transaction_session_timeout: '15s',
    timezone: 'UTC',
  }
  for (const [name, value] of Object.entries({ ...loginSettings, ...(flaw && { synchronous_commit: 'local' }) }))
    await query(`alter role parkit_server set ${name} to '${value}'`)
  await copyStandby()
  await pooler.attach(primary.port)

  const loop = (async () => {
    while (!isClosing) {
      await beat().catch(error => log(`the controller failed: ${error}`))
      await wait(beatMs)
    }
  })()

  return {
    policy: () => policy,
    /** from the next beat on */
    follow: (next: Policy) => {
      policy = next
    },
    wrong,
    primary: () => primary,
    standby: other,
    /** those until now */
    failovers,
    isWhole: () => isPromotable,
    /** one that was lost is started again; where it has fallen too far behind, it is copied anew */
    restartStandby: async () => {
      other().signal('SIGCONT')
      if (!other().isRunning()) await other().start()
    },
    /** to the pooler: the servers' login, and the owner's */
    serverUrl: pooler.databaseUrl('parkit_server', serverPassword),
    ownerUrl: pooler.databaseUrl('parkit', password),
    /** past the pooler: the owner's, to the primary of now */
    primaryUrl: () => `postgresql://parkit:${password}@127.0.0.1:${primary.port}/parkit`,
    close: async () => {
      isClosing = true
      await loop
      forgetAdmin()
      await pooler.close()
      for (const node of nodes) await node.close()
    },
  }
}
export type Pair = Awaited<ReturnType<typeof openPair>>
