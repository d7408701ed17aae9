// Mounts the card calls.
import * as contract from '@parkit/contract/cards'
import type { Mount } from '#platform/http.ts'
import type { Cards } from './cards.ts'

export const mountCards = (mount: Mount, cards: Cards): void => {
  mount(contract.config, () => cards.config())
  mount(contract.listMethods, ({ caller }) => cards.listMethods(caller.driverId))
}
