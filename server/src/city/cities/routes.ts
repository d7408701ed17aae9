// Mounts the calls of cities.
import { cities, city } from '@parkit/contract/city/cities'
import type { Mount } from '#platform/http.ts'
import type { Cities } from './cities.ts'

export const mountCities = (mount: Mount, { list, read }: Cities): void => {
  mount(cities, ({ query }) => list(query))
  mount(city, ({ params }) => read(params.city))
}
