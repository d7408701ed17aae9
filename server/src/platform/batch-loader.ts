// DataLoader without its cache: what many callers load, each by its own key, is read by two statements at a time at most.
import DataLoader from 'dataloader'
import { atMost, runForAll, withinTime } from './requester.ts'

/** Statements at a time; a second one lets the others go on where one statement hangs (docs/decisions/0009-batch-loader.md). */
const maxRunning = 2

/**
 * The keys of one turn of the event loop go together, each once; those that come while two statements run go with the next.
 * A statement begins after its keys were asked for, and nothing is cached. Throws what `load` threw, or for a caller whose
 * time is up.
 */
export const createBatchLoader = <Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
): ((key: string) => Promise<Value | undefined>) => {
  let running = 0
  let dispatch: (() => void) | null = null
  const dispatchNext = () => {
    if (!dispatch || running === maxRunning) return
    const next = dispatch
    dispatch = null
    next()
  }
  const loadBatch = async (keys: readonly string[]) => {
    running++
    try {
      const found = await runForAll(() => load([...new Set(keys)]))
      return keys.map(key => found.get(key))
    } finally {
      running--
      dispatchNext()
    }
  }
  const loader = new DataLoader<string, Value | undefined>(loadBatch, {
    cache: false,
    batchScheduleFn: dispatchBatch => {
      dispatch = dispatchBatch
      setImmediate(dispatchNext)
    },
  })
  return key =>
    withinTime(leftMs => {
      const ms = leftMs()
      return ms === undefined ? loader.load(key) : atMost(loader.load(key), ms)
    })
}
