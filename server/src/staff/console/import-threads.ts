// Runs tasks of imports: small ones at once, large ones in a thread of their own, one at a time and with at most so much memory.
import { Worker } from 'node:worker_threads'
import type { Database } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import { runTask, type Task, type TaskAnswer, type TaskResult } from './import-task.ts'

/** 100,000 rows need about 350 */
const mostMegabytes = 400

const inThread = (task: Task): Promise<TaskResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
    })
    worker.once('message', resolve)
    worker.once('error', error =>
      (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? resolve({ refused: { code: 'too_large', extra: undefined } })
        : reject(error),
    )
    worker.once('exit', code => reject(new Error(`The thread of an import ended with code ${code}`)))
  })

export const createImportThreads = ({ db }: { db: Database }) => {
  let last: Promise<unknown> = Promise.resolve()
  /** A large one after those before it, while the server goes on answering others. Throws the refusal it ends with. */
  const run = async (task: Task, isLarge: boolean): Promise<TaskAnswer> => {
    if (!isLarge) return runTask(task, db)
    const result = last.then(() => inThread(task))
    last = result.catch(() => {})
    const ended = await result
    if ('answer' in ended) return ended.answer
    if ('failed' in ended) throw new Error(ended.failed)
    const { code, extra } = ended.refused
    throw new Refusal(code, extra ? { extra } : {})
  }
  return { run }
}
export type ImportThreads = ReturnType<typeof createImportThreads>
