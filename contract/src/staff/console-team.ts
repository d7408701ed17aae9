// What was done for a city, and what waits for a second person.
import { call } from '../platform/call.ts'
import type * as schemas from './console-team-schemas.ts'

export type * from './console-team-schemas.ts'

const readers = { roles: ['owner', 'rates', 'money', 'permits', 'viewer'], lead: true } as const
const prices = ['owner', 'rates'] as const
/** a lead of the desk is the second person of a city that has one */
const deciding = { roles: prices, lead: true, idempotent: true } as const
const path = '/api/Console/:city/Proposals'

export const myCities = call<typeof schemas.myCities>()('GET', '/api/Console/Cities', 'console')
export const consoleSignOut = call<typeof schemas.consoleSignOut>()('DELETE', '/api/Console/Token', 'console')
export const cityActs = call<typeof schemas.cityActs>()('GET', '/api/Console/:city/Act', 'console', readers)
export const cityProposals = call<typeof schemas.cityProposals>()('GET', path, 'console', readers)
export const proposeLive = call<typeof schemas.proposeLive>()('POST', path, 'console', { roles: prices })
export const approveCityProposal = call<typeof schemas.approveCityProposal>()(
  'POST',
  `${path}/:id/Approve`,
  'console',
  deciding,
)
export const refuseCityProposal = call<typeof schemas.refuseCityProposal>()(
  'POST',
  `${path}/:id/Refuse`,
  'console',
  deciding,
)
export const withdrawCityProposal = call<typeof schemas.withdrawCityProposal>()(
  'POST',
  `${path}/:id/Withdraw`,
  'console',
  { roles: prices, idempotent: true },
)
