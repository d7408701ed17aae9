// Whose data has been drawn on maps during this visit.
import { createStore } from '#platform/store.ts'

/** null: nothing was drawn yet */
export const credits = createStore<readonly string[] | null>(null)

/** '': a city's own data, which needs no credit. */
export const addCredit = (credit: string): void => {
  const known = credits.get() ?? []
  if (!known.includes(credit)) credits.set([...known, credit])
}
