// Refunds that need a second person: listed, approved or refused by somebody else, withdrawn by who proposed them.
import { call } from '../platform/call.ts'
import type * as schemas from './desk-proposals-schemas.ts'

export type * from './desk-proposals-schemas.ts'

export const proposals = call<typeof schemas.proposals>()('GET', '/api/Desk/Proposals', 'staff')
export const approveProposal = call<typeof schemas.approveProposal>()(
  'POST',
  '/api/Desk/Proposals/:id/Approve',
  'staff',
)
export const refuseProposal = call<typeof schemas.refuseProposal>()('POST', '/api/Desk/Proposals/:id/Refuse', 'staff')
export const withdrawProposal = call<typeof schemas.withdrawProposal>()(
  'POST',
  '/api/Desk/Proposals/:id/Withdraw',
  'staff',
)
