// The thread that a task of an import runs in.
import { parentPort, workerData } from 'node:worker_threads'
import { runAlone, type Task } from './import-task.ts'

const task = workerData as Task
// a buffer arrives as a plain array of bytes
if ('key' in task) task.key.inputHash = Buffer.from(task.key.inputHash)
parentPort!.postMessage(await runAlone(task))
