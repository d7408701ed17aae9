// The work that is pending on this device: messages and presses that the server has not answered. App sets what counts each.

type Counters = Record<'messages' | 'presses', (memberId: string) => Promise<number>>

let loadCounters: (() => Promise<Counters>) | undefined

export const setPendingWorkCounters = (load: () => Promise<Counters>): void => {
  loadCounters = load
}

export async function countPendingWork(memberId: string): Promise<Record<keyof Counters, number>> {
  const counters = await loadCounters?.()
  const [messages = 0, presses = 0] = await Promise.all([counters?.messages(memberId), counters?.presses(memberId)])
  return { messages, presses }
}
