// Runs tasks of imports: tiny ones at once, the others in bounded threads, cities in turn.
import { Worker } from 'node:worker_threads'
import type { Database } from '#platform/db.ts'
import { Refusal } from '#platform/errors.ts'
import { createFairQueue } from '#platform/fair-queue.ts'
import { runTask, type Task, type TaskAnswer, type TaskResult } from './import-task.ts'

export type TaskSize = 'tiny' | 'small' | 'large'
type Bounds = { megabytes: number; seconds: number }
/** With V8’s own size a thread takes 100 MB more, and is no faster. */
const youngMegabytes = 6
/** 100,000 rows need about 200 MB and 10 to 30 s. What a small file makes of its mapping may be as large as anybody likes. */
const bounds = { small: { megabytes: 150, seconds: 30 }, large: { megabytes: 400, seconds: 300 } } satisfies Record<
  string,
  Bounds
>

const inThread = (task: Task, { megabytes, seconds }: Bounds): Promise<TaskResult> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      workerData: task,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: youngMegabytes },
    })
    const tooLarge = () => resolve({ refused: { code: 'too_large', extra: undefined } })
    const timer = setTimeout(() => {
      tooLarge()
      void worker.terminate()
    }, seconds * 1_000)
    worker.once('message', resolve)
    worker.once('error', error =>
      (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : reject(error),
    )
    worker.once('exit', code => {
      clearTimeout(timer)
      reject(new Error(`The thread of an import ended with code ${code}`))
    })
  })

const mostWaiting = { running: 1, waiting: 200, waitingEach: 20 }

export const createImportThreads = ({ db }: { db: Database }) => {
  const queues = { small: createFairQueue(mostWaiting), large: createFairQueue(mostWaiting) }
  /** Throws the refusal it ends with, and `unavailable` where many of its city wait. */
  const run = async (task: Task, size: TaskSize): Promise<TaskAnswer> => {
    if (size === 'tiny') return runTask(task, db)
    const ended = await queues[size](task.city, false, () => inThread(task, bounds[size]))
    if ('answer' in ended) return ended.answer
    if ('failed' in ended) throw new Error(ended.failed)
    const { code, extra } = ended.refused
    throw new Refusal(code, extra ? { extra } : {})
  }
  return { run }
}
export type ImportThreads = ReturnType<typeof createImportThreads>
