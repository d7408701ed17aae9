// For tests and the bench: a process that is killed between its commit and its notification.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const database = join(import.meta.dirname, 'db.ts')

/** Returns once the process, which recorded the change of money `ref` and said nothing of it, is gone. Throws where it ended otherwise. */
export const dieAfterCommit = async (connectionString: string, ref: string): Promise<void> => {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(database)})
    const db = openDatabase({ connectionString: ${JSON.stringify(connectionString)}, poolSize: 1 })
    await db.changes.listen(['money'], () => process.kill(process.pid, 'SIGKILL'))
    await db.pool.query("insert into change (topic, ref) values ('money', $1)", [${JSON.stringify(ref)}])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error(`The process ended with ${code ?? signal}`)
}
