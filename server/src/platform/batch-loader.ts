// Many who ask for something of their own at a time ask the database together: those of one turn of the event loop, and who comes
// while a statement runs goes with the next.

/** At a time; a second one lets the others go on where one statement hangs. */
const mostAtOnce = 2

/** `ask` hears of each key once, begins after it was asked for, and answers what it found by key. Throws what `ask` threw. */
export const together = <Value>(
  ask: (keys: string[]) => Promise<Map<string, Value>>,
): ((key: string) => Promise<Value | undefined>) => {
  const waiting = new Map<string, PromiseWithResolvers<Value | undefined>>()
  let running = 0
  let gathering = false
  const askAll = async () => {
    gathering = false
    running++
    while (waiting.size > 0) {
      const asked = new Map(waiting)
      waiting.clear()
      try {
        const found = await ask([...asked.keys()])
        for (const [key, { resolve }] of asked) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of asked.values()) reject(error)
      }
    }
    running--
  }
  return key => {
    const mine = waiting.get(key) ?? Promise.withResolvers<Value | undefined>()
    waiting.set(key, mine)
    if (running < mostAtOnce && !gathering) {
      gathering = true
      setImmediate(askAll)
    }
    return mine.promise
  }
}
