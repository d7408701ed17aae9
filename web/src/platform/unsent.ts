// What a driver pressed or wrote on this device and the server has not answered yet; app says what counts it.

type Counters = Record<'messages' | 'presses', (memberId: string) => Promise<number>>

let loadCounters: (() => Promise<Counters>) | undefined

export const setUnsentCounters = (load: () => Promise<Counters>): void => {
  loadCounters = load
}

export async function countUnsent(memberId: string): Promise<Record<keyof Counters, number>> {
  const counters = await loadCounters?.()
  const [messages = 0, presses = 0] = await Promise.all([counters?.messages(memberId), counters?.presses(memberId)])
  return { messages, presses }
}
