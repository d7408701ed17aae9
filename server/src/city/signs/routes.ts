// Mounts the calls of printed signs.
import { checkSign } from '@parkit/contract/city/signs'
import type { Mount } from '#platform/http.ts'
import type { Signs } from './signs.ts'

export const mountSigns = (mount: Mount, signs: Signs): void => {
  mount(checkSign, ({ query }) => signs.check(query))
}
