// What a driver pressed or wrote on this device and the server has not answered yet; the app says who counts it.

type Counters = Record<'messages' | 'presses', (memberId: string) => Promise<number>>

let counters: Counters | undefined

export const setUnsentCounters = (given: Counters): void => {
  counters = given
}

export async function countUnsent(memberId: string): Promise<Record<keyof Counters, number>> {
  const [messages = 0, presses = 0] = await Promise.all([counters?.messages(memberId), counters?.presses(memberId)])
  return { messages, presses }
}
