// The work that is pending on this device: messages and presses that the server has not answered. App sets what counts each.

/** `requests`: all presses made offline, with those that are over and those of other devices. */
type Counters = Record<'messages' | 'presses' | 'requests', (memberId: string) => Promise<number>>

let loadCounters: (() => Promise<Counters>) | undefined

export const setPendingWorkCounters = (load: () => Promise<Counters>): void => {
  loadCounters = load
}

export const findCounters = async (): Promise<Counters | undefined> => loadCounters?.()

export async function countPendingWork(memberId: string): Promise<Record<'messages' | 'presses', number>> {
  const counters = await findCounters()
  const [messages = 0, presses = 0] = await Promise.all([counters?.messages(memberId), counters?.presses(memberId)])
  return { messages, presses }
}
