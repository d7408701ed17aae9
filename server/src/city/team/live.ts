// A city that goes live: from then on its prices need two people.
import { cityState, setCityState } from '#city/cities/cities.ts'
import type { Effect } from './proposals.ts'

export const liveEffect: Effect = {
  digestOf: (tx, city) => cityState(tx, city.id),
  carryOut: async (tx, city) => {
    const before = await cityState(tx, city.id)
    await setCityState(tx, city, 'live')
    return { before: { State: before }, after: { State: 'live' } }
  },
}
