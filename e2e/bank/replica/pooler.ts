// The address that follows the primary: Debian's PgBouncer, or a plain TCP proxy in its place.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { watched } from '../../../server/src/platform/postgres.ts'
import { openTcpProxy } from '../../tcp-proxy.ts'
import { childrenOf, signal } from '../processes.ts'
import { as } from './node.ts'

export type Pooler = {
  databaseUrl(user: string, password: string): string
  /** From now on nobody is connected to any server, and nobody gets to one. */
  detach(): Promise<void>
  /** Connections lead to the server at this port of loopback. */
  attach(port: number): Promise<void>
  close(): Promise<void>
}

/** What docs/running.md names. */
const settings = {
  pool_mode: 'session',
  auth_type: 'scram-sha-256',
  ignore_startup_parameters: 'options,extra_float_digits',
  max_client_conn: '500',
  default_pool_size: '100',
  server_connect_timeout: '2',
  server_login_retry: '1',
  query_wait_timeout: '5',
}

const find = (program: string) => ['/usr/sbin', '/usr/bin'].map(folder => join(folder, program))
export const pgbouncer = find('pgbouncer').find(path => spawnSync(path, ['--version']).status === 0)

const startPgBouncer = async (users: Record<string, string>): Promise<Pooler> => {
  const folder = mkdtempSync('/tmp/parkit-pooler-')
  const config = join(folder, 'pgbouncer.ini')
  const write = (port: number) => {
    const lines = Object.entries({ ...settings, ...ofThisMachine }).map(([name, value]) => `${name} = ${value}`)
    const text = `[databases]\nparkit = host=127.0.0.1 port=${port} dbname=parkit\n[pgbouncer]\n${lines.join('\n')}\n`
    writeFileSync(config, text, { mode: 0o644 })
  }
  const sockets = join(folder, 'sockets')
  const ofThisMachine = {
    listen_addr: '',
    listen_port: '5432',
    unix_socket_dir: sockets,
    auth_file: join(folder, 'users'),
    log_connections: '0',
    log_disconnections: '0',
    log_pooler_errors: '0',
  }
  const lines = Object.entries(users).map(([name, password]) => `"${name}" "${password}"\n`)
  writeFileSync(ofThisMachine.auth_file, lines.join(''), { mode: 0o600 })
  if (as.uid !== undefined) for (const path of [folder, ofThisMachine.auth_file]) chownSync(path, as.uid, as.gid!)
  chmodSync(folder, 0o755)
  let running: { child: ChildProcess; ended: Promise<unknown> } | undefined

  /** Not by the console's KILL: 1.18 crashed on it, with clients that were signing in. */
  const kill = async () => {
    if (!running) return
    const { child, ended } = running
    running = undefined
    signal(childrenOf(child.pid!), 'SIGKILL')
    await ended
    ;(child.stdio[3] as Socket).destroy()
  }
  const start = async (port: number) => {
    mkdirSync(sockets)
    if (as.uid !== undefined) chownSync(sockets, as.uid, as.gid!)
    write(port)
    const child = spawn('/bin/sh', ['-c', watched, 'sh', sockets, '1', pgbouncer!, '-q', config], {
      ...as,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      detached: true,
    })
    running = { child, ended: once(child, 'exit') }
    for (let tries = 0; !existsSync(join(sockets, '.s.PGSQL.5432')); tries++) {
      if (tries === 500) throw new Error('PgBouncer did not start')
      await wait(20)
    }
  }
  return {
    databaseUrl: (user, password) => `postgresql:///parkit?host=${sockets}&user=${user}&password=${password}`,
    detach: kill,
    attach: start,
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** As a virtual address or a load balancer of connections does it. */
const openAddress = async (): Promise<Pooler> => {
  const proxy = await openTcpProxy()
  return {
    databaseUrl: (user, password) => `postgresql://${user}:${password}@${new URL(proxy.address).host}/parkit`,
    detach: async () => {
      proxy.routeTo()
      proxy.break(() => true)
    },
    attach: async port => proxy.routeTo(`http://127.0.0.1:${port}`),
    close: proxy.close,
  }
}

/** `users`: their passwords, parkit's among them. */
export const startPooler = (withPgBouncer: boolean, users: Record<string, string>): Promise<Pooler> =>
  withPgBouncer ? startPgBouncer(users) : openAddress()
