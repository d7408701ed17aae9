// The embedded PostgreSQL: a real server on a unix socket that runs as long as ParkIt.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import type { Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresBinaries } from './binaries.ts'

export type EmbeddedPostgres = { connectionString: string; stop(): Promise<void> }

/** PostgreSQL refuses to run as root; this is nobody on every system we know. */
export const nobody = 65_534
const isRoot = process.getuid?.() === 0
export type RunAs = { uid?: number; gid?: number }

const settings = (socketDir: string, durable: boolean) =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '200',
    shared_buffers: '128MB',
    random_page_cost: '1.1',
    // the job table changes hundreds of times a second, and each look for the next job reads past dead rows
    autovacuum_naptime: '15s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // errors of statements are reported to their client
    log_min_messages: 'log',
    log_checkpoints: 'off',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * Runs PostgreSQL and stops it when descriptor 3 closes, which the kernel does where ParkIt is killed. The waiting part is
 * a process of its own, so it works even where the outer shell is killed. It repeats SIGINT each second: a shell starts
 * background processes with SIGINT ignored, and PostgreSQL installs its handler some milliseconds later. A server that still
 * runs after so many seconds, such as one recovering from a full disk, gets SIGQUIT.
 */
export const watched = `
sockets=$1; seconds=$2; shift 2
"$@" 3<&- & server=$!
(read -r line; said=0
while [ $((said += 1)) -le $seconds ] && kill -INT $server; do sleep 1; done 2>/dev/null
kill -QUIT $server 2>/dev/null) <&3 & watchdog=$!
exec 3<&-
wait $server; code=$?
kill $watchdog 2>/dev/null
rm -rf "$sockets"
exit $code`

/** for a checkpoint on a slow disk; the next start recovers what it lacks */
const mostStopSeconds = 20

const environment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

export const canEnter = (folder: string, as: RunAs) =>
  !isRoot || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...as, env: environment }).status === 0

/** The outermost folder on the way to `folder` that the user can't enter. */
const barrier = (folder: string, as: RunAs): string => {
  const above = dirname(folder)
  return above !== folder && !canEnter(above, as) ? barrier(above, as) : folder
}

const requireReach = (dataDir: string, as: RunAs) => {
  if (canEnter(dataDir, as)) return
  const shut = barrier(dataDir, as)
  throw new Error(
    `PostgreSQL can’t reach its data folder ${dataDir}. ParkIt runs as root, PostgreSQL refuses to, so it runs as user ` +
      `${as.uid}, and that user may not enter ${shut}. Choose another DATA_DIR, run ParkIt as an ordinary user, ` +
      `allow it with “chmod o+x ${shut}”, or set DATABASE_URL.`,
  )
}

/** Runs a program to its end; throws with its output where it fails. */
export const run = async (program: string, args: string[], as: RunAs, input = '') => {
  const child = spawn(program, args, { ...as, env: environment, cwd: '/', stdio: 'pipe', detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  child.stdin.on('error', () => {}).end(input)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} failed (${code}):\n${output}`)
}

const syncFolder = (folder: string) => {
  const descriptor = fs.openSync(folder, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Initializes a data folder. Throws with PostgreSQL's output. */
const fill = async (bin: string, folder: string, as: RunAs) => {
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'parkit', '--auth-local=trust', '--auth-host=reject', '--data-checksums', ...locale],
    as,
  )
  // without it a failed statement, on a full disk for one, is not reported
  const strict = ['-c', 'exit_on_error=on']
  await run(join(bin, 'postgres'), ['--single', ...strict, '-D', folder, 'postgres'], as, 'create database parkit\n')
}

/** Made under another name and renamed when whole and on disk: an interrupted start leaves no partial folder. */
const initialise = async (bin: string, cluster: string, as: RunAs) => {
  const dataDir = dirname(cluster)
  for (const name of fs.readdirSync(dataDir)) {
    const pid = Number(/^\.postgres-new-(\d+)$/.exec(name)?.[1] ?? Number.NaN)
    if (pid === process.pid || (pid && !isAlive(pid)))
      fs.rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const half = join(dataDir, `.postgres-new-${process.pid}`)
  fs.mkdirSync(half, { mode: 0o700 })
  if (as.uid !== undefined) fs.chownSync(half, as.uid, as.gid!)
  try {
    await fill(bin, half, as)
    syncFolder(half)
    fs.renameSync(half, cluster)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    // another ParkIt made it first: `claim` decides who may use it
    if (!fs.existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
  syncFolder(dataDir)
}

/** The ID of a process that works in this folder: the server, or a child that outlives it for a moment. */
const findUser = (cluster: string, pidFile: string): number | null => {
  if (process.platform !== 'linux') {
    const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
    return pid && isAlive(pid) ? pid : null
  }
  const real = fs.realpathSync(cluster)
  for (const entry of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      if (fs.readlinkSync(`/proc/${entry}/cwd`) === real) return Number(entry)
    } catch {
      // the process has ended, or belongs to another user
    }
  }
  return null
}

/** Its pid file says so, or its main process is gone and its children will end; the pid file is removed last. */
const isLeaving = (pidFile: string): boolean => {
  try {
    const state = fs.readFileSync(pidFile, 'utf8')
    return state.includes('stopping') || !isAlive(Number(state.split('\n')[0]))
  } catch {
    return true
  }
}

/**
 * Waits for a server that is stopping because its ParkIt died; throws where it keeps running. Then removes the pid file of
 * a killed server: its ID may belong to another process by now, which PostgreSQL would take for a server.
 */
const claim = async (cluster: string) => {
  const pidFile = join(cluster, 'postmaster.pid')
  const waitedMs = { leaving: 0, staying: 0 }
  for (;;) {
    const user = findUser(cluster, pidFile)
    if (user === null) break
    waitedMs[isLeaving(pidFile) ? 'leaving' : 'staying'] += 20
    if (waitedMs.leaving > 60_000 || waitedMs.staying > 2_000) {
      throw new Error(
        `The data folder ${dirname(cluster)} is in use by another running ParkIt (PostgreSQL process ${user}). ` +
          'Stop that one first, or give this one a DATA_DIR of its own.',
      )
    }
    await wait(20)
  }
  fs.rmSync(pidFile, { force: true })
}

type Running = { child: ChildProcess; ended: Promise<unknown>; release: () => void }

/** Resolves when it accepts connections; throws with the end of its log where it doesn't. */
export const launch = async (
  program: string,
  args: string[],
  socketDir: string,
  as: RunAs,
  log: (line: string) => void,
): Promise<Running> => {
  const child = spawn('/bin/sh', ['-c', watched, 'sh', socketDir, String(mostStopSeconds), program, ...args], {
    ...as,
    env: environment,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    // a session of its own, for Ctrl-C is ParkIt's to handle
    detached: true,
  })
  const descriptor = child.stdio[3] as Socket
  descriptor.on('error', () => {})
  const ended = once(child, 'exit')
  const lines: string[] = []
  await new Promise<void>((resolve, reject) => {
    let ready = false
    createInterface({ input: child.stderr! }).on('line', line => {
      if (ready) return log(line)
      lines.push(line)
      if (/ready to accept (read-only )?connections/.test(line)) {
        ready = true
        resolve()
      }
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`PostgreSQL did not start:\n${lines.slice(-20).join('\n')}`)))
  })
  return { child, ended, release: () => descriptor.destroy() }
}

/**
 * Starts the PostgreSQL whose data is in `dataDir`/postgres, which it makes the first time. It restarts by itself when
 * something kills it. Throws with a message for people where it can't start. `durable: false` is for tests: a power cut
 * may lose everything.
 */
export const startPostgres = async ({
  dataDir,
  durable = true,
  log = line => console.error(`PostgreSQL: ${line}`),
}: {
  dataDir: string
  durable?: boolean
  log?: (line: string) => void
}): Promise<EmbeddedPostgres> => {
  const cluster = join(dataDir, 'postgres')
  if (fs.mkdirSync(dataDir, { recursive: true }) !== undefined) fs.chmodSync(dataDir, 0o711)
  const isNew = !fs.existsSync(join(cluster, 'PG_VERSION'))
  const owner = isNew ? nobody : fs.statSync(cluster).uid || nobody
  const as: RunAs = isRoot ? { uid: owner, gid: isNew ? nobody : fs.statSync(cluster).gid } : {}
  requireReach(dataDir, as)
  const bin = join(
    postgresBinaries(dataDir, folder => canEnter(folder, as)),
    'bin',
  )
  if (isNew) await initialise(bin, cluster, as)

  // a socket's path may have 107 bytes at most (103 on macOS), so it lives under neither the data folder nor TMPDIR
  const socketDir = fs.mkdtempSync('/tmp/parkit-')
  let running: Running
  let stopping = false
  const start = async () => {
    await claim(cluster)
    fs.mkdirSync(socketDir, { recursive: true, mode: 0o700 })
    if (as.uid !== undefined) fs.chownSync(socketDir, as.uid, as.gid!)
    const args = ['-D', cluster, ...settings(socketDir, durable)]
    running = await launch(join(bin, 'postgres'), args, socketDir, as, line => stopping || log(line))
    void running.ended.then(() => {
      running.release()
      if (!stopping) restart()
    })
  }
  const restart = () => {
    log('the server ended unexpectedly and is started again')
    start().catch(async error => {
      log(String(error))
      await wait(1_000)
      if (!stopping) restart()
    })
  }
  try {
    await start()
  } catch (error) {
    fs.rmSync(socketDir, { recursive: true, force: true })
    throw error
  }
  return {
    connectionString: `postgresql:///parkit?host=${socketDir}&user=parkit`,
    stop: async () => {
      stopping = true
      running.release()
      await running.ended
    },
  }
}
