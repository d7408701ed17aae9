// A PostgreSQL of the pair: its folder on a disk of its own, its processes, and the lines by which all others reach it.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { postgresBinaries } from '../../../server/src/platform/binaries.ts'
import { canEnter, launch, nobody, type RunAs, run } from '../../../server/src/platform/postgres.ts'
import { openTcpProxy, type TcpProxy } from '../../tcp-proxy.ts'
import { childrenOf, signal } from '../processes.ts'

export const as: RunAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

/** What docs/running.md names; the rest is PostgreSQL's default. */
export const settings = {
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '1GB',
  hot_standby: 'on',
  synchronous_commit: 'on',
  wal_sender_timeout: '3s',
  wal_receiver_timeout: '3s',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '500ms',
  restart_after_crash: 'off',
  max_connections: '200',
  password_encryption: 'scram-sha-256',
}

const ofThisMachine = (socketDir: string) => ({
  listen_addresses: '',
  unix_socket_directories: socketDir,
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
})

/** What a copy leaves out: it belongs to the running server, or is streamed. */
const notCopied = /^(postmaster\.(pid|opts)|pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.+)$/

const chown = (path: string) => as.uid !== undefined && fs.chownSync(path, as.uid, as.gid!)

/** Copies a folder that is in use: a file that vanishes meanwhile is one that the WAL removes again. */
const copyFolder = async (from: string, to: string, within = ''): Promise<void> => {
  for (const entry of await fs.promises.readdir(join(from, within), { withFileTypes: true })) {
    const path = join(within, entry.name)
    if (notCopied.test(path)) continue
    if (entry.isDirectory()) {
      fs.mkdirSync(join(to, path), { mode: 0o700 })
      chown(join(to, path))
      await copyFolder(from, to, path)
      continue
    }
    try {
      await fs.promises.copyFile(join(from, path), join(to, path))
      chown(join(to, path))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

const diskBytes = 12 * 1024 ** 3

/** A sparse file with a file system of its own: on another one's disk nothing can be filled. Only who may mount has it: root on Linux. */
const mountDisk = (folder: string): boolean => {
  const image = `${folder}.img`
  fs.writeFileSync(image, '')
  fs.truncateSync(image, diskBytes)
  const did = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
  return did('mkfs.ext4', '-q', '-m', '0', image) && did('mount', '-o', 'loop', image, folder)
}

export const createNode = async (name: string, parent: string, password: string, withDisk: boolean) => {
  const disk = join(parent, name)
  const data = join(disk, 'data')
  const ballast = join(disk, 'ballast')
  fs.mkdirSync(disk, { mode: 0o711 })
  const isMounted = withDisk && mountDisk(disk)
  fs.chmodSync(disk, 0o711)
  const socketDir = fs.mkdtempSync('/tmp/parkit-node-')
  fs.rmSync(socketDir, { recursive: true })
  const line = await openTcpProxy(join(socketDir, '.s.PGSQL.5432'))
  const { port } = new URL(line.address)
  const feed = await openTcpProxy(join(socketDir, '.s.PGSQL.5432'))
  const bin = join(
    postgresBinaries(parent, folder => canEnter(folder, as)),
    'bin',
  )
  let running: Awaited<ReturnType<typeof launch>> | undefined
  const log: string[] = []

  const postmaster = () => Number(fs.readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const pids = () => [postmaster(), ...childrenOf(postmaster())]

  const connectBy = async (config: pg.ClientConfig): Promise<pg.Client> => {
    const client = new pg.Client({
      user: 'parkit',
      password,
      database: 'parkit',
      application_name: 'controller',
      connectionTimeoutMillis: 1_000,
      query_timeout: 1_000,
      ...config,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  const signalAll = (what: NodeJS.Signals) => running && signal(pids(), what)
  /** All its processes at once; resolves when they are gone. */
  const kill = async () => {
    const { ended } = running ?? {}
    signalAll('SIGKILL')
    await ended
  }
  const freeBytes = () => {
    const { bavail, bsize } = fs.statfsSync(disk)
    return bavail * bsize
  }
  /** as everybody: over the line */
  const connect = (config: pg.ClientConfig = {}) => connectBy({ host: '127.0.0.1', port: Number(port), ...config })

  return {
    name,
    data,
    port: Number(port),
    line,
    /** by which its standby gets the WAL */
    feed,
    cut: () => {
      line.cut()
      feed.cut()
    },
    reconnect: () => {
      for (const each of [line, feed]) if (each.isCut()) each.reconnect()
    },
    log,
    isMounted,
    isRunning: () => running !== undefined,
    connect,
    /** as who stands before the machine */
    connectHere: (config: pg.ClientConfig = {}) => connectBy({ host: socketDir, ...config }),

    /** A new cluster with an empty database, which lets in whoever knows a password. */
    initialize: async () => {
      fs.mkdirSync(data, { mode: 0o700 })
      chown(data)
      const secret = join(parent, `${name}.password`)
      fs.writeFileSync(secret, password, { mode: 0o600 })
      chown(secret)
      const how = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      const auth = ['--auth=scram-sha-256', `--pwfile=${secret}`]
      await run(join(bin, 'initdb'), ['-D', data, '-U', 'parkit', '--data-checksums', ...auth, ...how], as)
      await run(join(bin, 'postgres'), ['--single', '-D', data, 'postgres'], as, 'create database parkit\n')
    },

    /** Makes this node a standby of another one: what it had is removed, and the other's files are copied while it serves. */
    copyFrom: async (primary: { connect: typeof connect; data: string; feed: TcpProxy }) => {
      fs.rmSync(data, { recursive: true, force: true })
      fs.mkdirSync(data, { mode: 0o700 })
      chown(data)
      const client = await primary.connect({ query_timeout: 120_000, statement_timeout: 120_000 })
      try {
        await client.query(`select pg_backup_start('standby', fast => true)`)
        await copyFolder(primary.data, data)
        const { rows } = await client.query<{ labelfile: string }>(
          'select labelfile from pg_backup_stop(wait_for_archive => false)',
        )
        const source = `host=127.0.0.1 port=${new URL(primary.feed.address).port} user=parkit password=${password} application_name=${name}`
        const written = {
          backup_label: rows[0]!.labelfile,
          'standby.signal': '',
          // in place of the primary's own, which names the standbys it waits for
          'postgresql.auto.conf': `primary_conninfo = '${source}'\n`,
        }
        for (const [file, content] of Object.entries(written)) {
          fs.writeFileSync(join(data, file), content, { mode: 0o600 })
          chown(join(data, file))
        }
      } finally {
        await client.end().catch(() => {})
      }
    },

    /** Resolves when it accepts connections. Throws with the end of its log. */
    start: async () => {
      // of one that was killed: its number may be another process's by now
      fs.rmSync(join(data, 'postmaster.pid'), { force: true })
      fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 })
      chown(socketDir)
      const given = Object.entries({ ...settings, ...ofThisMachine(socketDir) })
      const args = ['-D', data, ...given.flatMap(([key, value]) => ['-c', `${key}=${value}`])]
      const started = await launch(join(bin, 'postgres'), args, socketDir, as, text => log.push(text))
      running = started
      void started.ended.then(() => {
        started.release()
        if (running === started) running = undefined
      })
    },

    signal: signalAll,
    kill,
    freeBytes,
    fillDisk: () => {
      execFileSync('fallocate', ['-l', String(freeBytes() - 2 ** 20), ballast], { stdio: 'ignore' })
    },
    emptyDisk: () => fs.rmSync(ballast, { force: true }),

    close: async () => {
      await kill()
      await line.close()
      await feed.close()
      if (isMounted) spawnSync('umount', [disk])
    },
  }
}
export type Node = Awaited<ReturnType<typeof createNode>>
