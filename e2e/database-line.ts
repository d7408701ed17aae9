// A line between the server and its PostgreSQL that can be cut, or fall silent without a word.
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const socketName = '.s.PGSQL.5432'

export const openDatabaseLine = async (connectionString: string) => {
  const target = join(new URL(connectionString).searchParams.get('host')!, socketName)
  const folder = mkdtempSync(join(tmpdir(), 'parkit-line-'))
  const pairs = new Set<[Socket, Socket]>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const server = createServer(near => {
    near.on('error', () => {})
    if (state === 'cut') return near.destroy()
    const far = connect(target).on('error', () => near.destroy())
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    if (state === 'silent') near.pause()
    else near.pipe(far).pipe(near)
    for (const one of pair)
      one.on('close', () => {
        pairs.delete(pair)
        for (const both of pair) both.destroy()
      })
    return undefined
  })
  await new Promise<void>(done => server.listen(join(folder, socketName), done))
  return {
    databaseUrl: `postgresql:///parkit?host=${folder}&user=parkit`,
    cut: () => {
      state = 'cut'
      for (const [near] of pairs) near.destroy()
    },
    silence: () => {
      state = 'silent'
      for (const [near, far] of pairs) {
        near.unpipe(far).pause()
        far.unpipe(near).pause()
      }
    },
    /** What was silent goes on where it was. */
    mend: () => {
      const before = state
      state = 'open'
      if (before === 'silent') for (const [near, far] of pairs) near.pipe(far).pipe(near)
    },
    close: () => {
      for (const [near] of pairs) near.destroy()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
