// Who asks for the same thing at the same moment gets the one answer: the provider refuses a key whose twin is under way.

/** In this process; another server's twin is refused there, and asks again. */
export const createTogether = <Result>() => {
  const underWay = new Map<string, Promise<Result>>()
  return (what: string, work: () => Promise<Result>): Promise<Result> => {
    const one = underWay.get(what) ?? work().finally(() => underWay.delete(what))
    underWay.set(what, one)
    return one
  }
}
