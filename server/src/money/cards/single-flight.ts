// A single flight: callers that ask for the same key at a time share one call, for the card provider refuses a key in use.
import { runForSome } from '#platform/requester.ts'

/** In this process; a call of another server is refused by the provider, and repeated there. */
export const createSingleFlight = <Result>() => {
  const underWay = new Map<string, Promise<Result>>()
  return (key: string, work: () => Promise<Result>): Promise<Result> => {
    const flight = underWay.get(key) ?? runForSome(work).finally(() => underWay.delete(key))
    underWay.set(key, flight)
    return flight
  }
}
